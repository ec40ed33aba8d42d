import { bodyStream, isCsv } from '../../gateway/body-parsers.ts';
import { csvBody } from '../../gateway/openapi/request-bodies.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { LapseError } from '../../platform/errors.ts';
import { readLines } from '../directory/import/read-lines.ts';
import { CsvPreview, CsvPreviewQuery } from './csv.schema.ts';
import { readCsvReading } from './csv-mapping.rules.ts';
import { previewCsv } from './preview-csv.ts';

const route = routeOf('directory');

const EXAMPLE = 'Email,Table,Right,Comment\namara@corp.example,customer_profiles,read,for the audit\n';

export function csvRoutes(app: TypedApp): void {
  app.post(
    '/v1/csv/preview',
    route(
      {
        summary: 'How a file of CSV would be read',
        description:
          'The columns, which of them says what, and the first 20 rows as they would be read. Nothing is stored. The beginning of a file is enough: the answer comes after 1,000 lines.',
        querystring: CsvPreviewQuery,
        consumes: ['text/csv'],
        response: { 200: CsvPreview },
      },
      { config: { streamsBody: true, places: 'long', describedBody: csvBody(EXAMPLE) } },
    ),
    (request) => {
      const { of: noun, ...asked } = request.query;
      const reading = readCsvReading(noun, asked);
      if (!isCsv(request)) {
        throw new LapseError('unsupported_media_type', 'This path takes CSV: send Content-Type: text/csv.');
      }
      return previewCsv(readLines(bodyStream(request)), noun, reading);
    },
  );
}
