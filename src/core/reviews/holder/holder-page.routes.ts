import type { FastifyReply } from 'fastify';
import { HOLDER_PATH } from '../../../gateway/link-pages.rules.ts';
import type { TypedApp } from '../../../gateway/route-context.ts';
import type { CoreContext } from '../../core-context.ts';
import { renderNote } from '../link-pages/link-page.ts';
import { parseToken } from '../link-pages/link-token.rules.ts';
import {
  FORM_BYTES_MAX,
  formOf,
  LINK_PAGE,
  refuseOtherSites,
  registerLinkPages,
  send,
} from '../link-pages/register-link-pages.ts';
import { answerHolder, type FoundQuestion, openLink } from './answer-holder.ts';
import { readHolderForm } from './holder-form.rules.ts';
import { DEAD_LINK, renderAnswered, renderQuestion, TOO_LATE } from './holder-page.ts';

const PATH = `${HOLDER_PATH}:token` as const;
export function holderPageRoutes(app: TypedApp, context: CoreContext): void {
  void app.register(async (inner) => pageRoutes(inner as unknown as TypedApp, context));
}

async function pageRoutes(app: TypedApp, { db, public_url }: CoreContext): Promise<void> {
  registerLinkPages(app, 'answer');

  /** Looking decides nothing, however often and by whatever. */
  app.get(PATH, { schema: LINK_PAGE }, async (request, reply) => {
    const found = await openLink(db, parseToken(request.params.token), Date.now());
    // An answer is shown to whoever gave it, who sends it again.
    return showFound(reply, found.state === 'answered' ? DEAD : found);
  });

  app.post(PATH, { schema: LINK_PAGE, bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    refuseOtherSites(request, public_url);
    const token = parseToken(request.params.token);
    const form = readHolderForm(formOf(request));
    if (form.fault === undefined) return showFound(reply, await answerHolder(db, token, form, Date.now()));
    const found = await openLink(db, token, Date.now());
    return found.state === 'open'
      ? send(reply.code(400), renderQuestion(found.question, form))
      : showFound(reply, found);
  });
}

const DEAD: FoundQuestion = { state: 'dead', question: null };

function showFound(reply: FastifyReply, { state, question }: FoundQuestion): FastifyReply {
  switch (state) {
    case 'dead':
      return send(reply.code(404), renderNote(DEAD_LINK));
    case 'open':
      return send(reply, renderQuestion(question, null));
    case 'answered':
      return send(reply, renderAnswered(question));
    default:
      return send(reply.code(410), renderNote(TOO_LATE[state]));
  }
}
