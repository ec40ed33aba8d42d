/** "1 day", "2 days", "1,000 entries"; of a number, or as it is shown. */
export const counted = (count: number | string, noun: string, plural = `${noun}s`): string =>
  `${count} ${String(count) === '1' ? noun : plural}`;
