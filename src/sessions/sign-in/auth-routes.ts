import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Query } from '../../gateway/common.schema.ts';
import { describeError } from '../../gateway/errors.ts';
import type { TypedApp } from '../../gateway/route-context.ts';
import { invalidRequest, LapseError } from '../../platform/errors.ts';
import { TID_LENGTH_MAX } from '../../platform/tenants/tenant.rules.ts';
import { type AuthPage, renderAuthPage } from './auth-page.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { localPath } from './local-path.ts';
import { beginSignIn, completeSignIn, signOut } from './sign-in.ts';

const SignInQuery = Query({
  return_to: Type.Optional(Type.String({ maxLength: 2_000 })),
  tenant: Type.Optional(Type.String({ minLength: 1, maxLength: TID_LENGTH_MAX })),
});
/** Providers add what they like. */
const AnyQuery = Type.Object({}, { additionalProperties: true });
const FORM_BYTES_MAX = 1_024;

/** Nothing but the page itself. Whoever asks for the organisation leads on to its provider, wherever that is. */
const policy = (formAction: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'${formAction}`;

/** Pages for people, who come here by a link: also what goes wrong is a page. */
export async function authRoutes(
  app: TypedApp,
  { sessions, is_auth_disabled }: { sessions: BrowserSessions | null; is_auth_disabled: boolean },
): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, detail } = describeError(error, request.id);
    if (status >= 500) request.log.error({ err: error }, 'sign-in failed');
    const text =
      typeof detail === 'string'
        ? detail
        : detail.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; ');
    return sendPage(reply.code(status).header('cache-control', 'no-store'), {
      title: TITLES[status] ?? 'This did not work',
      text,
      links: [
        { href: '/auth/sign-in', label: 'Sign in again' },
        { href: '/', label: 'To the start page' },
      ],
    });
  });
  // A form without fields; nothing in it is read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX },
    (_request, _body, done) => done(null, undefined),
  );

  const inUse = (): BrowserSessions => {
    if (sessions) return sessions;
    throw new LapseError(
      'not_found',
      is_auth_disabled
        ? 'Authentication is off here (AUTH_DISABLED): there is nothing to sign in to or out of.'
        : 'Sign-in by browser is not set up on this server. Its operator sets OIDC_CLIENT_ID; programs use the API with a token.',
    );
  };

  app.get(
    '/auth/sign-in',
    { exposeHeadRoute: false, schema: { hide: true, querystring: SignInQuery } },
    async (request, reply) => {
      const returnTo = requireLocal(request.query.return_to ?? '/');
      if (is_auth_disabled) return reply.redirect(returnTo);
      const begun = await beginSignIn(inUse(), {
        return_to: returnTo,
        tid: request.query.tenant,
        cookies: request.headers.cookie,
      });
      if (begun) return reply.header('set-cookie', begun.set_cookies).redirect(begun.url);
      return sendPage(reply, {
        title: 'Sign in to Lapse',
        text: 'Which organisation do you belong to? Its id stands in the invitation, or your administrator knows it.',
        asksTenant: { return_to: returnTo },
      });
    },
  );

  app.get(
    '/auth/callback',
    { exposeHeadRoute: false, schema: { hide: true, querystring: AnyQuery } },
    async (request, reply) => {
      const { state } = request.query as { state?: unknown };
      const current = inUse();
      // Whatever comes of it, the attempt is over.
      if (typeof state === 'string') reply.header('set-cookie', current.attempts.end(state));
      const { return_to, set_cookie } = await completeSignIn(current, {
        state: typeof state === 'string' ? state : '',
        query: queryOf(request),
        cookies: request.headers.cookie,
      });
      return reply.header('set-cookie', set_cookie).redirect(return_to);
    },
  );

  app.post(
    '/auth/sign-out',
    { bodyLimit: FORM_BYTES_MAX, schema: { hide: true, querystring: AnyQuery } },
    async (request, reply) => {
      const current = inUse();
      const { next, set_cookie } = await signOut(current, request.headers);
      return sendPage(reply.header('set-cookie', set_cookie), { ...SIGNED_OUT, ...(next ? { next } : {}) });
    },
  );

  app.get('/auth/signed-out', { schema: { hide: true, querystring: AnyQuery } }, (_request, reply) =>
    sendPage(reply, SIGNED_OUT),
  );

  app.get('/auth/status', { schema: { hide: true } }, (_request, reply) =>
    reply.send({ sign_in: sessions ? 'on' : is_auth_disabled ? 'disabled' : 'off' }),
  );
}

const TITLES: Readonly<Record<number, string>> = {
  401: 'You are not signed in',
  403: 'You are not signed in',
  429: 'Please wait a moment',
};

const SIGNED_OUT: AuthPage = {
  title: 'You are signed out',
  text: 'This browser has no access to Lapse any more.',
  links: [{ href: '/', label: 'Sign in again' }],
};

function sendPage(reply: FastifyReply, page: AuthPage): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy(page.asksTenant ? '' : "; form-action 'none'"))
    .serializer(String)
    .send(renderAuthPage(page));
}

function requireLocal(path: string): string {
  const local = localPath(path);
  if (local !== null) return local;
  const msg = 'must be a path of this site, such as /reviews';
  throw invalidRequest([{ loc: ['query', 'return_to'], msg, type: 'bad_path' }]);
}

function queryOf({ raw }: FastifyRequest): string {
  const at = raw.url?.indexOf('?') ?? -1;
  return at < 0 ? '' : (raw.url as string).slice(at);
}
