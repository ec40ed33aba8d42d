import { useNavigate } from '@tanstack/react-router';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { useMayDecide } from './decision-panel.tsx';
import { openDraft } from './drafts.ts';
import type { Review, Verb } from './reviews.ts';
import { undoDecision } from './waiting-decisions.ts';

/** The keys of the inbox. Each does what a button or link does too. */
export function useInboxKeys(options: {
  reviews: readonly Review[];
  selected: Review | undefined;
  go: (id: string | null) => void;
  onReassign: (() => void) | null;
  onKeys: () => void;
  onSearch: () => void;
  onCheck: (review: Review) => void;
}): void {
  const { reviews, selected, go, onReassign, onKeys, onSearch, onCheck } = options;
  const { may } = useMayDecide(selected);
  const navigate = useNavigate();
  const move = (by: number) => {
    const place = reviews.findIndex(({ id }) => id === selected?.id);
    const next = reviews[place === -1 ? 0 : place + by];
    if (next) go(next.id);
  };
  const answer = (verb: Verb) => () => {
    if (may && selected) openDraft(selected.id, verb);
  };
  const open = () => {
    if (selected) void navigate({ to: '/reviews/$id', params: { id: selected.id } });
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    c: answer('CONFIRM'),
    r: answer('REVOKE'),
    e: answer('ESCALATE'),
    a: () => onReassign?.(),
    x: () => selected && onCheck(selected),
    u: () => {
      const undone = undoDecision();
      if (undone) go(undone.review.id);
    },
    '/': onSearch,
    '?': onKeys,
    Enter: open,
  });
}
