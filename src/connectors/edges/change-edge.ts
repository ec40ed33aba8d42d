import {
  ConnectorError,
  type Edge,
  REMEDIATION_ACTIONS,
  type RestoreOutcome,
  type RevokeOutcome,
  type RevokePlan,
  type UndoRecord,
} from '../connector.ts';
import { Refusal } from '../refusal.ts';
import type { ChangeContext, PlatformEdge, Step } from './edge.ts';
import { untilShown } from './read-back.ts';

export async function planRevoke<Item>(
  edge: Edge,
  on: PlatformEdge<Item>,
  { platform, now }: ChangeContext,
): Promise<RevokePlan> {
  await on.refuse();
  const items = await on.read();
  if (items.length === 0) return { outcome: 'already_absent' };
  return {
    outcome: 'planned',
    action: REMEDIATION_ACTIONS[edge.kind],
    target: on.target,
    statements: on.removal(items).map(({ text }) => text),
    undo: {
      version: 1,
      platform,
      edge,
      made_at: now().toISOString(),
      statements: on.addition(items).map(({ text }) => text),
      state: on.state(items),
    },
    warnings: await on.warnings(),
  };
}

export async function revokeEdge<Item>(
  on: PlatformEdge<Item>,
  recorded: Item[],
  context: ChangeContext,
): Promise<RevokeOutcome> {
  await on.refuse();
  const before = await on.read();
  if (before.length === 0) return { outcome: 'already_absent' };
  if (!isSame(on, before, recorded)) {
    const message = `It is ${on.counted(before)} now and was ${on.counted(recorded)} when the remediation was planned.`;
    return { outcome: 'changed', message };
  }
  const removed = await sendAll(on.removal(before), context);
  await untilShown(async () => (await on.read()).length === 0, `${on.target} is removed`, context);
  return { outcome: removed > 0 ? 'revoked' : 'already_absent' };
}

export async function restoreEdge<Item>(
  on: PlatformEdge<Item>,
  recorded: Item[],
  context: ChangeContext,
): Promise<RestoreOutcome> {
  await on.refuseRestore();
  const missing = (there: Item[]): Item[] => {
    const present = new Set(there.map(on.identityOf));
    return recorded.filter((item) => !present.has(on.identityOf(item)));
  };
  const lacking = missing(await on.read());
  if (lacking.length === 0) return { outcome: 'already_present' };
  const added = await sendAll(on.addition(lacking), context);
  await untilShown(async () => missing(await on.read()).length === 0, `${on.target} is back`, context);
  return { outcome: added > 0 ? 'restored' : 'already_present' };
}

/**
 * What the platform refuses for lack of rights is an answer, not a failure. Behind a change that was made, neither: what
 * is read back decides.
 */
async function sendAll(steps: Step[], { title }: ChangeContext): Promise<number> {
  let changes = 0;
  for (const { text, send } of steps) {
    try {
      if (await send()) changes++;
    } catch (error) {
      const isFirst = changes === 0;
      if (error instanceof Refusal && !isFirst) {
        throw new ConnectorError('conflict', error.message, { effect: 'unknown' });
      }
      if (!(error instanceof ConnectorError)) throw error;
      const { code, message, retry_after } = error;
      if (!isFirst) throw new ConnectorError(code, message, { retry_after, effect: 'unknown' });
      if (code === 'permission') {
        throw new Refusal('not_permitted', `${title} refuses: ${message}.`, { statement: text });
      }
      throw error;
    }
  }
  return changes;
}

export function isSame<Item>(on: PlatformEdge<Item>, some: Item[], others: Item[]): boolean {
  const [a, b] = [some, others].map((items) => new Set(items.map(on.identityOf)));
  return a?.size === b?.size && [...(a ?? [])].every((identity) => b?.has(identity));
}

/** The items of a record, checked as far as the changes made from them need it. */
export function recordedItems<Item>(undo: UndoRecord, on: PlatformEdge<Item>): Item[] {
  const items = on.recorded(undo.state ?? {});
  if (items === undefined) throw invalidUndo();
  return items;
}

export const invalidUndo = (): ConnectorError =>
  new ConnectorError('invalid_undo', 'this is not an undo record of this platform');
