export const chartStrings = {
  read: (label: string) => `${label}. Left and right arrow keys read one column at a time.`,
  spoken: (place: string, numbers: string[]) => `${place}: ${numbers.join(', ')}`,
  showTable: 'Show as table',
  hideTable: 'Hide the table',
  noCell: 'No grants',
} as const;

export const sparklineStrings = {
  text: (first: string, last: string, band: string) =>
    `Score over 90 days: from ${first} to ${last}, ${band.toLowerCase()}`,
} as const;
