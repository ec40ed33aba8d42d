import { callerOf } from '../../../gateway/authentication.ts';
import { Named } from '../../../gateway/common.schema.ts';
import { refuse } from '../../../gateway/lists/instants.ts';
import type { RouteContext, TypedApp } from '../../../gateway/route-context.ts';
import { LapseError } from '../../../platform/errors.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { MetricsQuery, PrincipalMetrics } from './metric.schema.ts';
import { measurePrincipal } from './metrics.sql.ts';
import { PrincipalIdParams } from './score.schema.ts';

const PERIOD_DAYS_MAX = 365;

export function metricRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(PrincipalMetrics);
  app.get(
    '/v1/metrics/principal/:principal_id',
    {
      schema: {
        tags: ['scores'],
        summary: 'What a principal did in a period',
        params: PrincipalIdParams,
        querystring: MetricsQuery,
        response: { 200: Named(PrincipalMetrics) },
      },
    },
    async (request) => {
      const { principal_id } = request.params;
      const { period } = request.query;
      const to = Date.now();
      const q = db.tenant(callerOf(request).tenant_id);
      const metrics = await measurePrincipal(q, principal_id, { from: to - periodDays(period) * DAY_MS, to });
      if (!metrics) throw new LapseError('not_found', 'There is no principal with this id.');
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
