interface Span {
  from: number;
  to: number;
}
export function countsAgainAt(stop: Span): number;
export function isHeldUp(answer: { began: number; ended: number }, stops: Span[]): boolean;
export function isCalm(stops: Span[], processors: number, now: number): boolean;
