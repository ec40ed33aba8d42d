import { useSyncExternalStore } from 'react';
import type { Verb } from './reviews.ts';

/** What somebody has begun to answer. It outlives the form, the review that is looked at, and a refusal. */
export interface Draft {
  verb: Verb;
  /** What was typed for each answer: a reason to revoke is none to confirm. */
  texts: Partial<Record<Verb, string>>;
  /** Of a confirmation: days until it is asked again; null: as the policy says. */
  days: number | null;
  /** Of an escalation. */
  to: { id: string; name: string } | null;
  isOpen: boolean;
  /** Why it came back. */
  error: unknown;
  /** It was to be sent, and the page was left before it was. */
  isUnsent: boolean;
}

const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

const EMPTY: Omit<Draft, 'verb'> = {
  texts: {},
  days: null,
  to: null,
  isOpen: true,
  error: null,
  isUnsent: false,
};

/** The reason that goes with the answer that is open. */
export const textOf = ({ verb, texts }: Pick<Draft, 'verb' | 'texts'>): string => texts[verb] ?? '';

export function changeDraft(id: string, change: Partial<Draft>): void {
  const before = drafts.get(id) ?? { verb: 'CONFIRM', ...EMPTY };
  drafts.set(id, { ...before, ...change });
  for (const listener of listeners) listener();
}

/** Opens the form for an answer, with what was typed for that answer before. */
export const openDraft = (id: string, verb: Verb): void => {
  const isOther = drafts.get(id)?.verb !== verb;
  changeDraft(id, { verb, isOpen: true, error: null, ...(isOther ? { isUnsent: false } : {}) });
};

export const draftOf = (id: string): Draft | undefined => drafts.get(id);

export function dropDraft(id: string): void {
  if (!drafts.delete(id)) return;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useDraft = (id: string): Draft | undefined =>
  useSyncExternalStore(subscribe, () => drafts.get(id));
