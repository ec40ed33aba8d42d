import { Type } from 'typebox';
import { LapseError } from '../../domain/errors.ts';
import { VERSION } from '../../version.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';

const Health = Type.Object(
  { status: Type.String(), version: Type.String() },
  { examples: [{ status: 'ok', version: '0.1.0' }] },
);

export function healthRoutes(app: TypedApp, { isReady }: RouteContext): void {
  const answer = { status: 'ok', version: VERSION };

  app.get(
    '/v1/health',
    {
      schema: {
        tags: ['health'],
        summary: 'Is the service up, and which version is it?',
        response: { 200: Health },
      },
    },
    async () => answer,
  );

  app.get(
    '/livez',
    { schema: { tags: ['health'], summary: 'The process answers', response: { 200: Health } } },
    async () => answer,
  );

  app.get(
    '/readyz',
    {
      schema: {
        tags: ['health'],
        summary: 'The database is reachable and migrated: send traffic here',
        response: { 200: Health },
      },
    },
    async () => {
      if (!(await isReady())) {
        throw new LapseError(
          'unavailable',
          'Not ready: the database cannot be reached or is not migrated yet.',
        );
      }
      return answer;
    },
  );
}
