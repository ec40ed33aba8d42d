import type { FastifyRequest } from 'fastify';
import { isCsv } from '../../gateway/body-parsers.ts';
import { invalidRequest } from '../../platform/errors.ts';
import { CSV_QUERY } from './csv.schema.ts';
import type { CsvNoun } from './csv-fields.rules.ts';
import { type AskedReading, type CsvReading, readCsvReading } from './csv-mapping.rules.ts';

/** How the body of a request is to be read if it is CSV; null: it is NDJSON. */
export function csvReadingOf(request: FastifyRequest, noun: CsvNoun): CsvReading | null {
  const query = request.query as AskedReading;
  if (isCsv(request)) return readCsvReading(noun, query);
  const given = Object.keys(CSV_QUERY).filter((name) => query[name as keyof AskedReading] !== undefined);
  if (given.length === 0) return null;
  const msg = 'is for CSV: send Content-Type: text/csv';
  throw invalidRequest(given.map((name) => ({ loc: ['query', name], msg, type: 'not_together' })));
}
