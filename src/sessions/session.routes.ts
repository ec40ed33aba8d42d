import { callerOf } from '../gateway/authentication.ts';
import type { RouteContext, TypedApp } from '../gateway/route-context.ts';
import { SessionAnswer } from './session.schema.ts';
import { loadSession } from './session-view.ts';

export function sessionRoutes(app: TypedApp, context: RouteContext): void {
  app.get(
    '/v1/session',
    {
      schema: {
        tags: ['session'],
        summary: 'Who is calling, and what may they do?',
        description:
          'The caller as Lapse sees it: tenant, roles, and the principal that the token stands for.',
        response: { 200: SessionAnswer },
      },
    },
    (request) => loadSession(context, { caller: callerOf(request), is_by_cookie: request.isByCookie }),
  );
}
