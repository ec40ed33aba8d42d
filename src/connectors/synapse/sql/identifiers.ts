/** A name as an identifier: whatever is in it, it stays one. */
export const quoted = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

/** Text as a literal. */
export const literal = (text: string): string => `N'${text.replaceAll("'", "''")}'`;
