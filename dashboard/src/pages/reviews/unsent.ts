import { changeDraft, type Draft, draftOf } from './drafts.ts';

const KEY = 'lapse-unsent';

/** Keeps these drafts for the page that comes after this one in the same tab. */
export function keepUnsent(ids: readonly string[]): void {
  const drafts = ids.map((id) => [id, draftOf(id)]);
  if (drafts.length > 0) sessionStorage.setItem(KEY, JSON.stringify(drafts));
}

/** Opens what the page before did not send as drafts again; answers which reviews they are about. */
export function restoreUnsent(): string[] {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (text === null) return [];
  const drafts = JSON.parse(text) as [string, Draft][];
  for (const [id, draft] of drafts) changeDraft(id, { ...draft, error: null });
  return drafts.map(([id]) => id);
}
