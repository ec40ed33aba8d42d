import { useSyncExternalStore } from 'react';
import type { Verb } from './packets.ts';

/** What somebody has begun to answer. It outlives the form, the packet that is looked at, and a refusal. */
export interface Draft {
  verb: Verb;
  text: string;
  /** Of a confirmation: days until it is asked again; null: as the policy says. */
  days: number | null;
  /** Of an escalation. */
  to: { id: string; name: string } | null;
  isOpen: boolean;
  /** Why it came back. */
  error: unknown;
}

const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

const EMPTY: Omit<Draft, 'verb'> = { text: '', days: null, to: null, isOpen: true, error: null };

export function changeDraft(id: string, change: Partial<Draft>): void {
  const before = drafts.get(id) ?? { verb: 'CONFIRM', ...EMPTY };
  drafts.set(id, { ...before, ...change });
  for (const listener of listeners) listener();
}

/** Opens the form for an answer; what was typed for another answer stays. */
export const openDraft = (id: string, verb: Verb): void =>
  changeDraft(id, { verb, isOpen: true, error: null });

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
