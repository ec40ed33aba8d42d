import { LapseError } from '../../domain/errors.ts';
import { findJob } from '../../store/jobs.ts';
import { callerOf } from '../authentication.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Named } from '../schemas/common.ts';
import { Job, JobParams } from '../schemas/job.ts';

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
