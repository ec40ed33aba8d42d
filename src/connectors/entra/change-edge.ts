import {
  ConnectorError,
  type Details,
  type Edge,
  REMEDIATION_ACTIONS,
  type RestoreOutcome,
  type RevokeOutcome,
  type RevokePlan,
  type UndoRecord,
} from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import { type Change, type EdgeContext, type EntraEdge, textOfChange } from './entra-edge.ts';
import { untilShown } from './read-back.ts';
import { Refusal } from './refusal.ts';

export const PLATFORM = 'azure_ad';

export async function planRevoke<Item>(edge: Edge, on: EntraEdge<Item>, now: Date): Promise<RevokePlan> {
  await on.refuse();
  const items = await on.read();
  if (items.length === 0) return { outcome: 'already_absent' };
  return {
    outcome: 'planned',
    action: REMEDIATION_ACTIONS[edge.kind],
    target: on.target,
    statements: items.map((item) => textOfChange(on.removal(item))),
    undo: {
      version: 1,
      platform: PLATFORM,
      edge,
      made_at: now.toISOString(),
      statements: items.map((item) => textOfChange(on.addition(item))),
      state: stateOf(edge, items),
    },
    warnings: await on.warnings(),
  };
}

const stateOf = (edge: Edge, items: unknown[]): Details =>
  edge.kind === 'membership' ? { membership: items[0] } : { assignments: items };

export async function revokeEdge<Item>(
  on: EntraEdge<Item>,
  recorded: Item[],
  context: EdgeContext,
): Promise<RevokeOutcome> {
  await on.refuse();
  const before = await on.read();
  if (before.length === 0) return { outcome: 'already_absent' };
  if (!isSame(on, before, recorded)) {
    const message = `It is ${counts(before)} now and was ${counts(recorded)} when the remediation was planned.`;
    return { outcome: 'changed', message };
  }
  let removed = 0;
  for (const item of before) {
    // 404: gone already, and what was read was behind.
    if ((await send(context, on.removal(item), { accept: [404], is_first: removed === 0 })).status !== 404)
      removed++;
  }
  await untilShown(async () => (await on.read()).length === 0, {
    settle_ms: context.settings.settle_ms,
    signal: context.signal,
    change: `${on.target} is removed`,
  });
  return { outcome: removed > 0 ? 'revoked' : 'already_absent' };
}

export async function restoreEdge<Item>(
  on: EntraEdge<Item>,
  recorded: Item[],
  context: EdgeContext,
): Promise<RestoreOutcome> {
  await on.refuseRestore();
  const missing = (there: Item[]): Item[] => {
    const present = new Set(there.map(on.identityOf));
    return recorded.filter((item) => !present.has(on.identityOf(item)));
  };
  const lacking = missing(await on.read());
  if (lacking.length === 0) return { outcome: 'already_present' };
  let added = 0;
  for (const item of lacking) {
    const { status, body } = await send(context, on.addition(item), { accept: [400], is_first: added === 0 });
    if (status !== 400) added++;
    else if (!saysAlreadyThere(body)) throw notTaken(messageOf(body), added > 0);
  }
  await untilShown(async () => missing(await on.read()).length === 0, {
    settle_ms: context.settings.settle_ms,
    signal: context.signal,
    change: `${on.target} is back`,
  });
  return { outcome: added > 0 ? 'restored' : 'already_present' };
}

/**
 * What the platform refuses for lack of rights is an answer, not a failure. Behind a change that was made, neither: what
 * is read back decides.
 */
async function send(
  { writer, signal }: EdgeContext,
  change: Change,
  { accept, is_first }: { accept: number[]; is_first: boolean },
) {
  try {
    return await writer.write({ ...change, accept, signal });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { code, message, retry_after } = error;
    if (!is_first) throw new ConnectorError(code, message, { retry_after, effect: 'unknown' });
    if (code === 'permission') {
      throw new Refusal('not_permitted', `Entra ID refuses: ${message}.`, {
        statement: textOfChange(change),
      });
    }
    // All of it was read a moment ago: one copy of the directory has not heard of it yet.
    if (error instanceof PlatformError && error.status === 404) throw notYet(message);
    throw error;
  }
}

const messageOf = (body: unknown): string =>
  String((body as { error?: { message?: unknown } } | null)?.error?.message ?? '');

/** The one case in which Graph has a message but no code. */
const saysAlreadyThere = (body: unknown): boolean => /already exists?\b/i.test(messageOf(body));

const notYet = (message: string): ConnectorError =>
  new ConnectorError('conflict', `Entra ID does not know all of it yet: ${message.slice(0, 300)}`, {
    retry_after: 30,
  });

function notTaken(message: string, isChanged: boolean): Error {
  const text = `Entra ID does not take it back: ${message.slice(0, 300) || 'bad request'}`;
  if (isChanged) return new ConnectorError('conflict', text, { effect: 'unknown' });
  return /exist/i.test(message) ? notYet(message) : new Refusal('not_supported', text);
}

export function isSame<Item>(on: EntraEdge<Item>, some: Item[], others: Item[]): boolean {
  const [a, b] = [some, others].map((items) => new Set(items.map(on.identityOf)));
  return a?.size === b?.size && [...(a ?? [])].every((identity) => b?.has(identity));
}

const counts = (items: unknown[]): string =>
  items.length === 1 ? 'one assignment' : `${items.length} assignments`;

/** The items of a record, checked as far as the requests made from them need it. */
export function recordedItems<Item>(undo: UndoRecord, on: EntraEdge<Item>): Item[] {
  const items = on.recorded((undo.state ?? {}) as Details);
  if (items === undefined) throw invalidUndo();
  return items;
}

export const invalidUndo = (): ConnectorError =>
  new ConnectorError('invalid_undo', 'this is not an undo record of this platform');
