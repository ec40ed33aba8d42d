import { bulkStrings } from '../../strings/reviews.ts';
import { riskStrings } from '../../strings/risk.ts';
import { evidenceOf } from './evidence.ts';
import { isOpen, type Packet } from './packets.ts';

export type BulkVerb = 'CONFIRM' | 'REVOKE';
export type BulkVerdict = { verb: BulkVerb; why?: never } | { verb: null; why: string };

const CALM = new Set(['LOW', 'MEDIUM']);

/**
 * What may be decided about this packet together with others, or why nothing may. Risk is the higher of when it was asked
 * and of now: what somebody should have looked at does not slip through in a crowd.
 */
export function safeForBulk(packet: Packet, ownPrincipalId: string | null): BulkVerdict {
  const { score, telemetry } = evidenceOf(packet);
  const now = score.risk_level.toUpperCase();
  const isCalm = CALM.has(packet.risk_level) && CALM.has(now);
  const no = (why: string): BulkVerdict => ({ verb: null, why });
  if (!isOpen(packet)) return no(bulkStrings.notOpen);
  if (packet.principal_id === ownPrincipalId) return no(bulkStrings.own);
  if (packet.may_decide === false) return no(packet.decide_refusal ?? bulkStrings.notYours);
  if (packet.recommendation === 'REVIEW') return no(bulkStrings.review);
  if (packet.recommendation === 'REVOKE') {
    if (packet.risk_level !== 'LOW') return no(bulkStrings.revoke);
    return telemetry.coverage === 'full' ? { verb: 'REVOKE' } : no(bulkStrings.blind);
  }
  if (isCalm) return { verb: 'CONFIRM' };
  const risk = CALM.has(now) ? packet.risk_level : now;
  return no(bulkStrings.risk(riskStrings[risk.toLowerCase() as keyof typeof riskStrings].toLowerCase()));
}
