import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { describeError } from '../../../gateway/errors.ts';
import { HOLDER_PATH } from '../../../gateway/link-pages.rules.ts';
import type { TypedApp } from '../../../gateway/route-context.ts';
import { LapseError } from '../../../platform/errors.ts';
import type { CoreContext } from '../../core-context.ts';
import { answerHolder, type FoundQuestion, openLink } from './answer-holder.ts';
import { readHolderForm } from './holder-form.rules.ts';
import {
  DEAD_LINK,
  HOLDER_PAGE_POLICY,
  type HolderNote,
  renderAnswered,
  renderNote,
  renderQuestion,
  TOO_LATE,
} from './holder-page.ts';
import { parseToken } from './holder-token.rules.ts';
import { isFromOtherSite } from './other-site.rules.ts';

const PATH = `${HOLDER_PATH}:token` as const;
/** A reason of the greatest length, every character of it escaped, and the other fields. */
const FORM_BYTES_MAX = 16_384;
const SCHEMA = {
  hide: true,
  params: Type.Object({ token: Type.String() }),
  // What else is in the address was added by whoever passed it on.
  querystring: Type.Object({}, { additionalProperties: true }),
};

export function holderPageRoutes(app: TypedApp, context: CoreContext): void {
  void app.register(async (inner) => pageRoutes(inner as unknown as TypedApp, context));
}

/** For people who have a link and nothing else: also what goes wrong is a page. */
async function pageRoutes(app: TypedApp, { db, public_url }: CoreContext): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, extra } = describeError(error, request.id);
    if (status >= 500) request.log.error({ err: error }, 'the page of a question failed');
    if (extra?.retry_after) reply.header('retry-after', String(extra.retry_after));
    const text = error instanceof LapseError ? error.message : (TEXTS[status] ?? TEXTS[500]);
    return send(reply.code(status), renderNote({ title: TITLES[status] ?? TITLES[500], text }));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, body),
  );

  /** Looking decides nothing, however often and by whatever. */
  app.get(PATH, { schema: SCHEMA }, async (request, reply) => {
    const found = await openLink(db, parseToken(request.params.token), Date.now());
    // An answer is shown to whoever gave it, who sends it again.
    return show(reply, found.state === 'answered' ? DEAD : found);
  });

  app.post(PATH, { schema: SCHEMA, bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    if (isFromOtherSite(request.headers, public_url)) {
      throw new LapseError(
        'forbidden',
        'Another site has sent this answer. Open the link in your mail, and answer there.',
      );
    }
    const token = parseToken(request.params.token);
    const form = readHolderForm(typeof request.body === 'string' ? request.body : '');
    if (form.fault === undefined) return show(reply, await answerHolder(db, token, form, Date.now()));
    const found = await openLink(db, token, Date.now());
    return found.state === 'open'
      ? send(reply.code(400), renderQuestion(found.question, form))
      : show(reply, found);
  });
}

const DEAD: FoundQuestion = { state: 'dead', question: null };

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': HOLDER_PAGE_POLICY,
  // The address is a secret; but a form whose page has no referrer has no origin either.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
};

const TITLES: Readonly<Record<number, string>> & { 500: string } = {
  403: 'This answer was not taken',
  413: 'This answer is too long',
  415: 'This is no answer',
  429: 'Please wait a moment',
  500: 'This did not work',
};
const TEXTS: Readonly<Record<number, string>> & { 500: string } = {
  413: 'Say it in fewer words. Nothing was changed.',
  415: 'Open the link in your mail, and answer there. Nothing was changed.',
  500: 'Nothing was changed. Please try again later.',
};

function show(reply: FastifyReply, { state, question }: FoundQuestion): FastifyReply {
  switch (state) {
    case 'dead':
      return send(reply.code(404), renderNote(DEAD_LINK));
    case 'open':
      return send(reply, renderQuestion(question, null));
    case 'answered':
      return send(reply, renderAnswered(question));
    default:
      return send(reply.code(410), renderNote(TOO_LATE[state] satisfies HolderNote));
  }
}

const send = (reply: FastifyReply, html: string): FastifyReply =>
  reply.headers(HEADERS).type('text/html; charset=utf-8').serializer(String).send(html);
