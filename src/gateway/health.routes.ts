import { Type } from 'typebox';
import { countTenantsNotProcessed } from '../platform/background/work-failures.sql.ts';
import { LapseError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { NullableInteger } from './common.schema.ts';
import { type RouteContext, routeOf, type TypedApp } from './route-context.ts';

const route = routeOf('health');

const Health = Type.Object(
  { status: Type.String(), version: Type.String() },
  { examples: [{ status: 'ok', version: '0.1.0' }] },
);

const Readiness = Type.Object(
  {
    ...Health.properties,
    tenants_not_processed: NullableInteger({
      description:
        'Organisations with background work that has failed more than twice in a row; null: not known. The others are served as ever.',
    }),
  },
  { examples: [{ status: 'ok', version: '0.1.0', tenants_not_processed: 0 }] },
);

/** Probes come often and from many places. */
const COUNTED_EVERY_MS = 5_000;

/** Asked of the database once in a while, however many probes come. */
function countRarely(db: RouteContext['db']): () => Promise<number | null> {
  let counted: { until: number; count: Promise<number | null> } | null = null;
  return () => {
    const now = performance.now();
    if (counted === null || now >= counted.until) {
      counted = { until: now + COUNTED_EVERY_MS, count: countTenantsNotProcessed(db).catch(() => null) };
    }
    return counted.count;
  };
}

export function healthRoutes(app: TypedApp, { isReady, db }: RouteContext): void {
  const notProcessed = countRarely(db);
  const answer = { status: 'ok', version: VERSION };

  app.get(
    '/v1/health',
    route({ summary: 'Is the service up, and which version is it?', response: { 200: Health } }),
    async () => answer,
  );

  app.get('/livez', route({ summary: 'The process answers', response: { 200: Health } }), async () => answer);

  app.get(
    '/readyz',
    route({
      summary: 'The database is reachable and migrated: send traffic here',
      response: { 200: Readiness },
    }),
    async () => {
      if (await isReady()) return { ...answer, tenants_not_processed: await notProcessed() };
      throw new LapseError(
        'unavailable',
        'Not ready: the database cannot be reached or is not migrated yet.',
      );
    },
  );
}
