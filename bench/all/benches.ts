export interface Bench {
  name: string;
  /** What its lines compare, in a sentence. */
  about: string;
  file: string;
  args?: string[];
  /** The built program is measured. */
  quick: string[];
  /** Drawn by it, beside the page. */
  picture?: string;
}

/** In the order in which they run: the cheap ones first, so that a fault shows early. */
export const BENCHES: readonly Bench[] = [
  {
    name: 'quality',
    about:
      'Wrong alarms, time to notice and ranking, against a fixed rule of 90 days, on synthetic organisations and nine kinds of worlds.',
    file: 'bench/quality/run.ts',
    quick: ['--quick'],
  },
  {
    name: 'gateway',
    about: 'One list against a bare Fastify route with the same bytes; the time to start; memory.',
    file: 'bench/gateway/run.ts',
    quick: ['--rounds', '1', '--seconds', '1'],
  },
  {
    name: 'compare',
    about:
      'Three lists against a bare Fastify route with the same bytes, and against FastAPI with asyncpg running the same SQL.',
    file: 'bench/compare/run.ts',
    quick: ['--rounds', '1', '--seconds', '1'],
  },
  {
    name: 'durable',
    about: 'Single durable events over HTTP against pgbench inserting single rows with as many clients.',
    file: 'bench/durable/run.ts',
    quick: ['--rounds', '1', '--seconds', '2'],
  },
  {
    name: 'webhooks',
    about: 'Deliveries against a bare signed HTTP loop to the same receiver; decision to arrival.',
    file: 'bench/webhooks/run.ts',
    quick: ['--quick'],
  },
  {
    name: 'reports',
    about: "A report against PostgreSQL's own COPY of the same rows; PDF against WeasyPrint.",
    file: 'bench/reports/run.ts',
    quick: ['--quick'],
  },
  {
    name: 'reviews',
    about: 'Reviews made, decisions taken, and what a page of reviews reads.',
    file: 'bench/reviews/run.ts',
    quick: ['--large', '2000', '--pairs', '1000', '--decisions', '100'],
  },
  {
    name: 'budget',
    about:
      'Questions in the first twelve weeks of an imported organisation, with and without the weekly budget.',
    file: 'bench/budget/run.ts',
    quick: ['--grants', '1000', '--weeks', '2', '--plot', 'bench/budget.quick.svg'],
    picture: 'budget.svg',
  },
  {
    name: 'audit',
    about: 'Appending to the audit log against plain inserts; verifying it.',
    file: 'bench/audit/run.ts',
    quick: ['--entries', '20000', '--rounds', '1', '--seconds', '1'],
  },
  {
    name: 'lists',
    about: 'Buffers that lists read, small against large.',
    file: 'bench/lists/run.ts',
    quick: ['--large', '20000'],
  },
  {
    name: 'scores',
    about: 'Buffers that score lists and the search for crossings read, small against large.',
    file: 'bench/scores/run.ts',
    quick: ['--large', '20000'],
  },
  {
    name: 'scrape',
    about: 'What the figures of a tenant read when Prometheus asks for them.',
    file: 'bench/scrape/run.ts',
    quick: ['--large', '20000'],
  },
  {
    name: 'scan',
    about: '`lapse scan` of a PostgreSQL with 10,000 grants, from the start of the program to its last line.',
    file: 'bench/scan/run.ts',
    quick: ['--grants', '1000', '--rounds', '1'],
  },
  {
    name: 'csv',
    about: '1,000,000 grants as CSV, the same file again, and the same grants as NDJSON.',
    file: 'bench/csv/run.ts',
    quick: ['--rows', '3000'],
  },
  {
    name: 'sync',
    about:
      'A sync of 1,000,000 memberships that is killed once, and the next one, in which nothing has changed.',
    file: 'bench/sync/run.ts',
    quick: ['--memberships', '10000'],
  },
  {
    name: 'sync-grants',
    about:
      'A sync of 1,000,000 grants of Databricks that is killed once, and the next one, in which nothing has changed.',
    file: 'bench/sync/run.ts',
    args: ['--platform', 'databricks'],
    quick: ['--platform', 'databricks', '--grants', '10000'],
  },
  {
    name: 'ingest',
    about: 'Events to readable scores against COPY of the same rows, and against a queued job per event.',
    file: 'bench/ingest/run.ts',
    quick: ['--quick', '--rounds', '1', '--seconds', '5'],
  },
  {
    name: 'growth',
    about: 'The same work at growing sizes.',
    file: 'bench/growth/run.ts',
    quick: ['--sizes', '2000,20000', '--plot', 'bench/growth.quick.svg'],
    picture: 'growth.svg',
  },
];
