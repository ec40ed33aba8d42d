/**
 * Reports in numbers: a million rows of stale access as CSV through the whole machine against PostgreSQL's own COPY of
 * the same rows, with the worker's memory; and documents against WeasyPrint.
 *
 *   npm run bench:reports [-- --rows 1000000 --rounds 3 --only csv]
 */
import { parseArgs } from 'node:util';
import { benchCsv } from './csv.ts';
import { benchPdf } from './pdf.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const rows = values.quick ? 20_000 : Number(values.rows);
if (values.only !== 'pdf') await benchCsv({ rows, rounds: Number(values.rounds) });
if (values.only !== 'csv') await benchPdf({ quick: values.quick });
