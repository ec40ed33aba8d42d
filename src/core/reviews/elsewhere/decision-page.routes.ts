import type { FastifyReply } from 'fastify';
import { DECIDE_PATH } from '../../../gateway/link-pages.rules.ts';
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
import { decideByLink, type FoundDecision, openDecisionLink } from './decide-by-link.ts';
import { CLOSED_REVIEW, DEAD_DECISION_LINK, decidedNote, renderReview } from './decision-page.ts';
import { readDecisionForm } from './elsewhere.rules.ts';

const PATH = `${DECIDE_PATH}:token` as const;

export function decisionPageRoutes(app: TypedApp, context: CoreContext): void {
  void app.register(async (inner) => pageRoutes(inner as unknown as TypedApp, context));
}

async function pageRoutes(app: TypedApp, { db, public_url }: CoreContext): Promise<void> {
  registerLinkPages(app, 'decision');

  /** Looking decides nothing, however often and by whatever. */
  app.get(PATH, { schema: LINK_PAGE }, async (request, reply) => {
    const found = await openDecisionLink(db, parseToken(request.params.token), Date.now());
    // That it was decided is shown to whoever did, who sends it again.
    return show(reply, found.state === 'decided' ? { state: 'dead' } : found);
  });

  app.post(PATH, { schema: LINK_PAGE, bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    refuseOtherSites(request, public_url);
    const token = parseToken(request.params.token);
    const form = readDecisionForm(formOf(request));
    if (form.fault === undefined) return show(reply, await decideByLink(db, token, form, Date.now()));
    const found = await openDecisionLink(db, token, Date.now());
    return found.state === 'open'
      ? send(reply.code(400), renderReview(found.asked, form))
      : show(reply, found);
  });
}

function show(reply: FastifyReply, found: FoundDecision): FastifyReply {
  switch (found.state) {
    case 'dead':
      return send(reply.code(404), renderNote(DEAD_DECISION_LINK));
    case 'closed':
      return send(reply.code(410), renderNote(CLOSED_REVIEW));
    case 'open':
      return send(reply, renderReview(found.asked, null));
    case 'decided':
      return send(reply, renderNote(decidedNote(found)));
  }
}
