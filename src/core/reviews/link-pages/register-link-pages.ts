import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { describeError } from '../../../gateway/errors.ts';
import type { TypedApp } from '../../../gateway/route-context.ts';
import { LapseError } from '../../../platform/errors.ts';
import { LINK_PAGE_POLICY, renderNote } from './link-page.ts';
import { isFromOtherSite } from './other-site.rules.ts';

/** A reason of the greatest length, every character of it escaped, and the other fields. */
export const FORM_BYTES_MAX = 16_384;

export const LINK_PAGE = {
  hide: true,
  params: Type.Object({ token: Type.String() }),
  // What else is in the address was added by whoever passed it on.
  querystring: Type.Object({}, { additionalProperties: true }),
};

/** For people who have a link and nothing else: also what goes wrong is a page. */
export function registerLinkPages(app: TypedApp, word: 'answer' | 'decision'): void {
  const titles: Readonly<Record<number, string>> = {
    403: `This ${word} was not taken`,
    413: `This ${word} is too long`,
    415: `This is no ${word}`,
    429: 'Please wait a moment',
  };
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, extra } = describeError(error, request.id);
    if (status >= 500) request.log.error({ err: error }, 'the page of a link failed');
    if (extra?.retry_after) reply.header('retry-after', String(extra.retry_after));
    const text = error instanceof LapseError ? error.message : (TEXTS[status] ?? TEXTS[500]);
    return send(reply.code(status), renderNote({ title: titles[status] ?? 'This did not work', text }));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, body),
  );
}

const TEXTS: Readonly<Record<number, string>> & { 500: string } = {
  413: 'Say it in fewer words. Nothing was changed.',
  415: 'Open the link in your mail, and answer there. Nothing was changed.',
  500: 'Nothing was changed. Please try again later.',
};

export function refuseOtherSites({ headers }: FastifyRequest, publicUrl: string | null): void {
  if (!isFromOtherSite(headers, publicUrl)) return;
  throw new LapseError(
    'forbidden',
    'Another site has sent this answer. Open the link in your mail, and answer there.',
  );
}

export const formOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': LINK_PAGE_POLICY,
  // The address is a secret; but a form whose page has no referrer has no origin either.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
};

export const send = (reply: FastifyReply, html: string): FastifyReply =>
  reply.headers(HEADERS).type('text/html; charset=utf-8').serializer(String).send(html);
