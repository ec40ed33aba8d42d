import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { EXPOSITION_TYPE, exposition, type Family } from './exposition.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { createServiceFigures } from './service-figures.ts';
import { serviceMetrics } from './service-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** What is known about this process and about the service, as Prometheus reads it. */
export function createMetrics(options: {
  db: Database;
  now: () => number;
  version: string;
  onError: (error: Error, tenantId: number) => void;
  /** Null: the gateway answers no scrapes. */
  token: string | null;
}) {
  const { token } = options;
  const own = createProcessMetrics(options.db, options.version);
  const figures = createServiceFigures(options);
  /** When the database does not answer, it has the figures of the process, and says so. */
  const scrape = async (): Promise<string> => {
    const [ofProcess, ofService] = await Promise.all([
      own.text(),
      figures().then(
        (tenants) => exposition([...serviceMetrics(tenants), databaseUp(true)]),
        () => exposition([databaseUp(false)]),
      ),
    ]);
    return `${ofProcess}${ofService}`;
  };
  return {
    observeRequest: own.observeRequest,
    scrape,
    /** Null: not with this header. */
    answerScrape: (authorization: string | undefined) =>
      token !== null && isScraper(authorization, token)
        ? scrape().then((text) => ({ type: EXPOSITION_TYPE, text }))
        : null,
  };
}

const databaseUp = (isUp: boolean): Family => ({
  name: 'lapse_database_up',
  type: 'gauge',
  help: 'Whether the figures of the service could be read (1) or not (0).',
  samples: [{ labels: {}, value: isUp ? 1 : 0 }],
});

/** Whether the header carries the token. The time it takes tells nothing about either: hashes of one length are compared. */
export function isScraper(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
