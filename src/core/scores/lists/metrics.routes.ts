import { Type } from 'typebox';
import { callerOf } from '../../../gateway/authentication.ts';
import { Named } from '../../../gateway/common.schema.ts';
import { refuse } from '../../../gateway/lists/instants.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import { required } from '../../../platform/errors.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { measurePrincipal } from './metrics.sql.ts';
import { PrincipalIdParams } from './score.schema.ts';

const route = routeOf('scores');

const PERIOD_DAYS_MAX = 365;

export function metricRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(PrincipalMetrics);
  app.get(
    '/v1/metrics/principal/:principal_id',
    route({
      summary: 'What a principal did in a period',
      params: PrincipalIdParams,
      querystring: MetricsQuery,
      response: { 200: Named(PrincipalMetrics) },
    }),
    async (request) => {
      const { principal_id } = request.params;
      const { period } = request.query;
      const to = Date.now();
      const q = db.tenant(callerOf(request).tenant_id);
      const metrics = required(
        await measurePrincipal(q, principal_id, { from: to - periodDays(period) * DAY_MS, to }),
        'principal',
      );
      return { ...metrics, period };
    },
  );
}

function periodDays(period: string): number {
  const days = /^[1-9]\d{0,2}d$/.test(period) ? Number.parseInt(period, 10) : Number.NaN;
  if (days <= PERIOD_DAYS_MAX) return days;
  const msg = `expected a number of days from 1d to ${PERIOD_DAYS_MAX}d`;
  refuse([{ loc: ['query', 'period'], msg, type: 'bad_format' }]);
  return days;
}

export const PrincipalMetrics = Type.Object(
  {
    principal_id: Type.String(),
    period: Type.String(),
    login_count: Type.Integer({ description: 'Events whose action names a sign-in that succeeded.' }),
    unique_assets_accessed: Type.Integer(),
    grants_total: Type.Integer({ description: 'Active grants now.' }),
    grants_unused: Type.Integer({ description: 'Those of them without any use in the period.' }),
    anomaly_events: Type.Integer({ description: 'Anomaly signals in the period.' }),
  },
  {
    $id: 'PrincipalMetrics',
    examples: [
      {
        principal_id: 'prin-001',
        period: '90d',
        login_count: 61,
        unique_assets_accessed: 7,
        grants_total: 9,
        grants_unused: 2,
        anomaly_events: 1,
      },
    ],
  },
);

export const MetricsQuery = Type.Object(
  {
    period: Type.String({
      default: '90d',
      maxLength: 10,
      description: 'How far back from now, in days: 1d to 365d.',
      examples: ['90d'],
    }),
  },
  { additionalProperties: false },
);
