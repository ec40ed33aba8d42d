import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { AuditType } from '../audit/types.rules.ts';
import type { Querier } from '../platform/database/database.ts';
import { invalidRequest, LapseError, required } from '../platform/errors.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import {
  changedContent,
  type GivenContent,
  readContent,
  SHARED_MAX,
  VIEWS_MAX,
  type ViewContent,
  type ViewPage,
} from './view.rules.ts';
import {
  deleteView,
  insertView,
  lockAndCountOwned,
  lockAndCountShared,
  lockView,
  setShared,
  updateView,
  type View,
} from './views.sql.ts';

/** Who does it, and when. */
export interface ViewBy {
  /** The principal whom the caller is; null: nobody of the directory. */
  me: string | null;
  /** An admin also changes and removes what others have shared. */
  is_admin: boolean;
  actor: string;
  now: number;
}

/** For oneself alone, until it is shared. */
export async function createView(
  tx: Querier,
  { page, ...given }: ViewContent & { page: ViewPage },
  by: ViewBy & { me: string },
): Promise<View> {
  const content = { ...given, ...requireContent(given) };
  if ((await lockAndCountOwned(tx, by.me)) >= VIEWS_MAX)
    throw new LapseError('conflict', `You already have ${VIEWS_MAX} views, which is the limit; remove one.`);
  const id = uuidv7();
  if (!(await insertView(tx, { id, page, owner_id: by.me, ...content, at: isoInstant(by.now) })))
    throw nameTaken();
  return requireSeen(tx, id, by);
}

/** What is left out stays as it is. */
export async function changeView(tx: Querier, id: string, given: GivenContent, by: ViewBy): Promise<View> {
  const wanted = requireContent(given);
  const before = await requireChangeable(tx, id, by);
  const changed = changedContent(before, wanted);
  if (Object.keys(changed).length === 0) return before;
  const { name, query, hidden_columns } = { ...before, ...changed };
  if (!(await updateView(tx, before, { name, query, hidden_columns, at: isoInstant(by.now) })))
    throw nameTaken();
  const after = await requireSeen(tx, id, by);
  if (after.shared) await tell(tx, before, 'view.changed', 'was changed', by, { changed });
  return after;
}

/** From then on everybody of the organisation sees it. */
export async function shareView(tx: Querier, id: string, by: ViewBy): Promise<View> {
  const view = await requireChangeable(tx, id, by);
  if (view.shared) return view;
  if ((await lockAndCountShared(tx, view.page)) >= SHARED_MAX) {
    throw new LapseError(
      'conflict',
      `${SHARED_MAX} views of this page are shared already, which is the limit; somebody has to remove one.`,
    );
  }
  await setShared(tx, id, { shared: true, at: isoInstant(by.now) });
  const { query, hidden_columns } = view;
  await tell(tx, view, 'view.shared', 'was shared', by, { query, hidden_columns });
  return requireSeen(tx, id, by);
}

/** It is its owner's alone again: an admin who ends it sees it no more. */
export async function unshareView(tx: Querier, id: string, by: ViewBy): Promise<View> {
  const view = await requireChangeable(tx, id, by);
  if (!view.shared) return view;
  const at = isoInstant(by.now);
  await setShared(tx, id, { shared: false, at });
  await tell(tx, view, 'view.unshared', 'is no longer shared', by);
  return { ...view, shared: false, changed_at: at };
}

/** Answers with the view as it was. */
export async function removeView(tx: Querier, id: string, by: ViewBy): Promise<View> {
  const view = await requireChangeable(tx, id, by);
  await deleteView(tx, id);
  if (view.shared) await tell(tx, view, 'view.removed', 'was removed', by);
  return view;
}

const requireSeen = async (tx: Querier, id: string, { me }: ViewBy): Promise<View> =>
  required(await lockView(tx, id, me), 'view');

/** Locked until the transaction ends. */
async function requireChangeable(tx: Querier, id: string, by: ViewBy): Promise<View> {
  const view = await requireSeen(tx, id, by);
  if (view.is_mine || by.is_admin) return view;
  throw new LapseError('forbidden', 'A shared view is changed and removed by who made it, or by an admin.');
}

function requireContent(given: GivenContent): Partial<ViewContent> {
  const { content, faults } = readContent(given);
  if (faults.length > 0) throw invalidRequest(faults);
  return content;
}

const nameTaken = (): LapseError =>
  invalidRequest([
    {
      loc: ['body', 'name'],
      msg: 'expected a name that no other view of its owner for this page has',
      type: 'not_unique',
    },
  ]);

async function tell(
  tx: Querier,
  { id, page, name, owner_id }: View,
  event_type: AuditType & `view.${string}`,
  said: string,
  { actor, now }: ViewBy,
  more: object = {},
): Promise<void> {
  const description = `The view "${name}" of the page ${page} ${said}.`;
  const data = { view_id: id, page, name, owner_id, ...more };
  await appendAuditEntries(tx, [{ event_type, description, actor, at: isoInstant(now), data }]);
}
