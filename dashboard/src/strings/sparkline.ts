export const sparklineStrings = {
  text: (first: string, last: string, band: string) =>
    `Score over 90 days: from ${first} to ${last}, ${band.toLowerCase()}`,
} as const;
