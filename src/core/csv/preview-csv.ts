import type { TextLine } from '../directory/import/read-lines.ts';
import type { CsvPreview } from './csv.schema.ts';
import { CSV_FIELDS, type CsvNoun } from './csv-fields.rules.ts';
import type { CsvReading } from './csv-mapping.rules.ts';
import { openCsv } from './open-csv.ts';

const ROWS_SHOWN = 20;

/** How a file would be read, by its first rows. Nothing is stored, and nobody is looked up. */
export async function previewCsv(
  lines: AsyncIterable<TextLine>,
  noun: CsvNoun,
  reading: CsvReading,
): Promise<CsvPreview> {
  const { header, separator, mapping, faults, records } = await openCsv(lines, noun, reading);
  const rows: CsvPreview['rows'] = [];
  for await (const record of records) {
    const { number: line } = record;
    if ('reason' in record) rows.push({ line, values: null, reason: record.reason });
    else rows.push({ line, values: { ...record.values }, reason: null });
    if (rows.length === ROWS_SHOWN) break;
  }
  const read = new Set(mapping.columns.values());
  return {
    separator,
    columns: header,
    map: Object.fromEntries(
      [...mapping.columns].map(([field, place]) => [field.name, header[place] as string]),
    ),
    set: Object.fromEntries([...mapping.set].map(([field, value]) => [field.name, value])),
    unread: header.filter((_, place) => !read.has(place)),
    faults: faults.map(({ msg }) => msg),
    fields: CSV_FIELDS[noun].map(({ name, required = false, description }) => ({
      name,
      required,
      description,
    })),
    rows,
  };
}
