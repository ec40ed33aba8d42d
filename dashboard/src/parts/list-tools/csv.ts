export type CsvValue = string | number | boolean | null | undefined;

/** A column of a file, and what it says of a row. Instants are in UTC as the API has them. */
export type CsvColumn<Row> = readonly [header: string, value: (row: Row) => CsvValue];

/** What a spreadsheet takes for a formula begins with one of these; reports mark the same (`query.sql.ts`). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One line as reports write theirs: nothing for what is not known, quotes for an empty text, an apostrophe before a formula. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return text === '' || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
