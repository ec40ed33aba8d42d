/** "1 grant", "1,204 grants", of a number as it is shown. */
export const counted = (text: string, noun: string, plural = `${noun}s`): string =>
  `${text} ${text === '1' ? noun : plural}`;

/** The verb that fits it. */
export const isAre = (text: string): string => (text === '1' ? 'is' : 'are');
