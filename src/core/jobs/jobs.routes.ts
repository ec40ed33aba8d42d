import { callerOf } from '../../gateway/authentication.ts';
import { Named } from '../../gateway/common.schema.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { required } from '../../platform/errors.ts';
import { Job, JobParams } from './job.schema.ts';
import { findJob } from './jobs.sql.ts';

const route = routeOf('jobs');

export function jobRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(Job);
  app.get(
    '/v1/jobs/:job_id',
    route({
      summary: 'How far a job is',
      params: JobParams,
      response: { 200: Named(Job) },
    }),
    async (request) => {
      return required(await findJob(db.tenant(callerOf(request).tenant_id), request.params.job_id), 'job');
    },
  );
}
