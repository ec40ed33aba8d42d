import { hash } from 'node:crypto';
import type { Querier } from '../../platform/database/database.ts';
import type { TextLine } from '../directory/import/read-lines.ts';
import { inBatches } from './csv-batches.ts';
import { CsvDirectory } from './csv-directory.ts';
import { CSV_FIELDS, METADATA_FIELDS } from './csv-fields.rules.ts';
import type { CsvValues } from './csv-values.rules.ts';
import { type CsvRecord, columnOf, type OpenCsv } from './open-csv.ts';

/** What each row says as a line of a stream of events. */
export async function* readEvents(q: Querier, csv: OpenCsv): AsyncGenerator<TextLine> {
  const directory = new CsvDirectory(q);
  for await (const records of inBatches(csv.records)) {
    await directory.loadAssets(records.flatMap((record) => ('values' in record ? [record.values] : [])));
    for (const record of records) yield lineOf(record, directory, csv);
  }
}

function lineOf(record: CsvRecord, directory: CsvDirectory, csv: OpenCsv): TextLine {
  const { number, text } = record;
  if ('reason' in record) return { number, text, fault: record.reason };
  const { values } = record;
  const asset = directory.findAsset(values);
  if ('reason' in asset) return { number, text, fault: `${columnNamed('asset', csv)}: ${asset.reason}` };
  return { number, text: JSON.stringify(eventOf(values, asset.id)) };
}

function eventOf(values: CsvValues, assetId: string | null): object {
  const { principal, asset, action, timestamp, platform, event_id } = values;
  const metadata = METADATA_FIELDS.flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]]],
  );
  return {
    // Two rows that say the same are the same use, in this file or another.
    event_id:
      event_id ??
      `csv-${hash('sha256', JSON.stringify([principal, asset, action, timestamp, platform, metadata]), 'hex').slice(0, 32)}`,
    principal_id: principal,
    asset_id: assetId ?? asset,
    action,
    platform,
    timestamp,
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
  };
}

function columnNamed(name: string, csv: OpenCsv): string {
  const field = CSV_FIELDS.events.find((each) => each.name === name);
  return field ? columnOf(field, csv) : name;
}

/** A reason that names a field of an event, in the words of the file. */
export const inColumns = (reason: string, csv: OpenCsv): string =>
  reason
    .replace(
      /(^|; )(principal|asset)_id(?=: )/g,
      (_, before: string, name: string) => before + columnNamed(name, csv),
    )
    .replace(
      /(^|; )(platform|timestamp|action)(?=: )/g,
      (_, before: string, name: string) => before + columnNamed(name, csv),
    );
