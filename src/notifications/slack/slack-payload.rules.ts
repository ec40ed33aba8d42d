import { LINK_DECISIONS, type LinkDecision } from '../../core/reviews/elsewhere/elsewhere.rules.ts';
import { HOLDER_ANSWERS, type HolderAnswer } from '../../core/reviews/holder/holder.rules.ts';

/** What Slack tells of somebody who presses a button or sends a form, as far as it matters here. */

interface Who {
  team_id: string;
  user_id: string;
}

/** Where the message is whose button was pressed. */
export interface SlackMessage {
  channel: string;
  ts: string;
  blocks: unknown[];
}

export type SlackInteraction =
  | (Who & {
      kind: 'pressed';
      decision: LinkDecision;
      review_id: string;
      trigger_id: string;
      message: SlackMessage | null;
    })
  | (Who & {
      kind: 'sent';
      decision: LinkDecision;
      review_id: string;
      reason: string;
      request: string | null;
    })
  | (Who & {
      kind: 'holder_pressed';
      answer: HolderAnswer;
      question_id: string;
      trigger_id: string;
      message: SlackMessage | null;
    })
  | (Who & {
      kind: 'holder_sent';
      answer: HolderAnswer;
      question_id: string;
      reason: string;
      request: string | null;
    })
  /** A button that only leads somewhere, or something that is none of ours. */
  | { kind: 'other' };

export const KEEP_ACTION = 'lapse_keep';
export const REVOKE_ACTION = 'lapse_revoke';
const DECISION_OF: Readonly<Record<string, LinkDecision>> = {
  [KEEP_ACTION]: 'CONFIRM',
  [REVOKE_ACTION]: 'REVOKE',
};
export const HOLDER_KEEP_ACTION = 'lapse_holder_keep';
export const HOLDER_RELEASE_ACTION = 'lapse_holder_release';
const ANSWER_OF: Readonly<Record<string, HolderAnswer>> = {
  [HOLDER_KEEP_ACTION]: 'keep',
  [HOLDER_RELEASE_ACTION]: 'release',
};
export const HOLDER_CALLBACK = 'lapse_holder';
export const REASON_CALLBACK = 'lapse_reason';
export const REASON_BLOCK = 'why';
export const REASON_INPUT = 'reason';

/** Null: nothing that Slack would send. The body was signed, so what it says is Slack's word. */
export function readInteraction(body: Uint8Array): SlackInteraction | null {
  const payloads = new URLSearchParams(Buffer.from(body).toString('utf8')).getAll('payload');
  if (payloads.length !== 1) return null;
  const payload = parsed(payloads[0] as string);
  if (payload === null) return null;
  const team_id = text(at(payload, 'team', 'id'));
  const user_id = text(at(payload, 'user', 'id'));
  if (team_id === null || user_id === null) return null;
  const who = { team_id, user_id };
  if (payload.type === 'block_actions') return pressed(payload, who);
  return payload.type === 'view_submission' ? sent(payload, who) : { kind: 'other' };
}

function pressed(payload: Json, who: Who): SlackInteraction | null {
  const actions = at(payload, 'actions');
  const action = Array.isArray(actions) && actions.length === 1 ? actions[0] : null;
  const action_id = text(at(action, 'action_id'));
  if (action_id === null) return null;
  const decision = Object.hasOwn(DECISION_OF, action_id) ? DECISION_OF[action_id] : undefined;
  const answer = Object.hasOwn(ANSWER_OF, action_id) ? ANSWER_OF[action_id] : undefined;
  if (decision === undefined && answer === undefined) return { kind: 'other' };
  const value = text(at(action, 'value'));
  const trigger_id = text(at(payload, 'trigger_id'));
  if (value === null || trigger_id === null) return null;
  const channel = text(at(payload, 'channel', 'id'));
  const ts = text(at(payload, 'message', 'ts'));
  const blocks = at(payload, 'message', 'blocks');
  const message = channel && ts && Array.isArray(blocks) ? { channel, ts, blocks } : null;
  if (answer !== undefined)
    return { kind: 'holder_pressed', ...who, answer, question_id: value, trigger_id, message };
  return decision === undefined
    ? null
    : { kind: 'pressed', ...who, decision, review_id: value, trigger_id, message };
}

function sent(payload: Json, who: Who): SlackInteraction | null {
  const callback = at(payload, 'view', 'callback_id');
  if (callback !== REASON_CALLBACK && callback !== HOLDER_CALLBACK) return { kind: 'other' };
  const about = parsed(text(at(payload, 'view', 'private_metadata')) ?? '');
  const reason = text(at(payload, 'view', 'state', 'values', REASON_BLOCK, REASON_INPUT, 'value')) ?? '';
  const request = text(at(about, 'request'));
  if (callback === HOLDER_CALLBACK) {
    const question_id = text(at(about, 'question_id'));
    const answer = HOLDER_ANSWERS.find((each) => each === at(about, 'answer'));
    if (question_id === null || answer === undefined) return null;
    return { kind: 'holder_sent', ...who, answer, question_id, reason, request };
  }
  const review_id = text(at(about, 'review_id'));
  const decision = LINK_DECISIONS.find((each) => each === at(about, 'decision'));
  if (review_id === null || decision === undefined) return null;
  return { kind: 'sent', ...who, decision, review_id, reason, request };
}

type Json = Record<string, unknown>;

function parsed(json: string): Json | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function at(value: unknown, ...path: string[]): unknown {
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Json)[key];
  }
  return found;
}

const TEXT_LENGTH_MAX = 4_000;
const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_LENGTH_MAX && !value.includes('\0')
    ? value
    : null;
