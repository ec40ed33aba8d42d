export function stolenTicks(stat: string): number;
export function restAfter(ticks: number): number;
