import { callerOf } from '../../gateway/authentication.ts';
import { Named } from '../../gateway/common.schema.ts';
import type { RouteContext, TypedApp } from '../../gateway/route-context.ts';
import { LapseError } from '../../platform/errors.ts';
import { Job, JobParams } from './job.schema.ts';
import { findJob } from './jobs.sql.ts';

export function jobRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(Job);
  app.get(
    '/v1/jobs/:job_id',
    {
      schema: {
        tags: ['jobs'],
        summary: 'How far a job is',
        params: JobParams,
        response: { 200: Named(Job) },
      },
    },
    async (request) => {
      const job = await findJob(db.tenant(callerOf(request).tenant_id), request.params.job_id);
      if (!job) throw new LapseError('not_found', 'There is no job with this id.');
      return job;
    },
  );
}
