import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { INSIDERS, useMay, useSession } from '../../../api/session.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { Page } from '../../../parts/page.tsx';
import { Empty, ErrorNote, Loading } from '../../../parts/query-state.tsx';
import { useShortcuts } from '../../../parts/shortcuts.ts';
import { groupStrings } from '../../../strings/review-groups.ts';
import { inboxStrings } from '../../../strings/reviews.ts';
import { FilterBar } from '../inbox/filter-bar.tsx';
import { GroupBy } from '../inbox/group-by.tsx';
import { type Grouping, toGroupsQuery } from '../inbox/inbox-filters.ts';
import type { Inbox } from '../inbox/use-inbox.ts';
import { WaitingLine, waitingFilterOf } from '../waiting/waiting-line.tsx';
import { cardId, GroupCard } from './group-card.tsx';
import { canUndo, GroupProgress, isShown, useUndo } from './group-progress.tsx';
import { type GroupVerb, groupDecisionsQuery, groupsQuery } from './group-queries.ts';
import classes from './groups.module.css';

const KeysDialog = lazy(() =>
  import('../inbox/keys-dialog.tsx').then((file) => ({ default: file.KeysDialog })),
);

/** The inbox in groups: many alike are decided at once, and what stands out by itself. */
export function GroupInbox({ inbox, by }: { inbox: Inbox; by: Grouping }) {
  const session = useSession();
  const may = useMay();
  const key = JSON.stringify(inbox.filters);
  const query = useMemo(() => toGroupsQuery(JSON.parse(key), by, session), [key, by, session]);
  const list = useInfiniteQuery({ ...groupsQuery(query), placeholderData: keepPreviousData });
  const [form, setForm] = useState<{ key: string; verb: GroupVerb } | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const isInsider = may(...INSIDERS);
  const groups = once(list.data?.pages.flatMap(({ items }) => items) ?? []);
  const [first] = list.data?.pages ?? [];
  useGroupKeys({
    groups,
    onVerb: (group, verb) => {
      const offered = group.together > 0 && may('service.reviewer') && group.decisions.includes(verb);
      if (offered) setForm({ key: nameOf(group), verb });
    },
    onUngroup: () => inbox.change({ group: null, review_ids: null }),
    onSearch: () => search.current?.focus(),
    onKeys: () => setShowsKeys(true),
  });
  const names = (kind: 'principal' | 'asset') =>
    groups.find((each) => each[`${kind}_id`] === inbox.filters[`${kind}_id`])?.[`${kind}_name`] ?? null;
  return (
    <Page
      title={inboxStrings.title}
      actions={
        <>
          <GroupBy inbox={inbox} />
          <Tooltip label={inboxStrings.keys}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={inboxStrings.keys}
              onClick={() => setShowsKeys(true)}
            >
              <IconKeyboard size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <FilterBar
        inbox={inbox}
        searchRef={search}
        principalName={names('principal')}
        assetName={names('asset')}
      />
      <WaitingLine filter={waitingFilterOf(inbox.query)} />
      {isInsider ? <GroupProgress /> : null}
      <section aria-label={groupStrings.list} className={classes.groups}>
        {first ? (
          <div className={classes.head}>
            <Text size="sm" role="status" className="numbers">
              {groupStrings.total(formatNumber(first.total))}
            </Text>
            <details className={classes.details}>
              <summary>{groupStrings.rule}</summary>
              <ul className={classes.rule}>
                {first.rule.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </details>
          </div>
        ) : list.isError ? (
          <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Loading />
        )}
        {first && groups.length === 0 ? (
          <Empty
            title={groupStrings.none}
            action={
              <SmallButton mt="xs" onClick={() => inbox.change({ group: null, review_ids: null })}>
                {groupStrings.ungroup}
              </SmallButton>
            }
          >
            {groupStrings.noneOf[by]}
          </Empty>
        ) : null}
        <ul className={classes.list}>
          {groups.map((group, index) => (
            <GroupCard
              key={nameOf(group)}
              group={group}
              index={index}
              verb={form?.key === nameOf(group) ? form.verb : null}
              onVerb={(verb) => setForm(verb === null ? null : { key: nameOf(group), verb })}
            />
          ))}
        </ul>
        {list.hasNextPage ? (
          <Button
            variant="subtle"
            fullWidth
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {groupStrings.more}
          </Button>
        ) : null}
      </section>
      <Suspense>{showsKeys ? <KeysDialog isGrouped onClose={() => setShowsKeys(false)} /> : null}</Suspense>
    </Page>
  );
}

type Group = Parameters<typeof GroupCard>[0]['group'];

/** The same as long as it is the same group, however it changes. */
const nameOf = ({ key }: Group): string => key;

/** What becomes smaller while pages are read is on two of them: as it was read last. */
const once = (groups: readonly Group[]): Group[] => [
  ...new Map(groups.map((group) => [nameOf(group), group])).values(),
];

/** Each does what a button does too. */
function useGroupKeys(options: {
  groups: readonly Group[];
  onVerb: (group: Group, verb: GroupVerb) => void;
  onUngroup: () => void;
  onSearch: () => void;
  onKeys: () => void;
}): void {
  const { groups, onVerb, onUngroup, onSearch, onKeys } = options;
  const decisions = useQuery({ ...groupDecisionsQuery, enabled: useMay()(...INSIDERS) });
  const undo = useUndo();
  const place = (): number => {
    const card = document.activeElement?.closest('article');
    return groups.findIndex((_, index) => card?.id === cardId(index));
  };
  const move = (by: number) => {
    const next = Math.min(Math.max(place() + by, 0), groups.length - 1);
    const card = document.getElementById(cardId(next));
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  };
  const answer = (verb: GroupVerb) => () => {
    const group = groups[place()];
    if (group) onVerb(group, verb);
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    c: answer('CONFIRM'),
    r: answer('REVOKE'),
    g: onUngroup,
    u: () => {
      const last = decisions.data?.items.find((each) => canUndo(each) && isShown(each, Date.now()));
      if (last) undo.mutate(last.id);
    },
    '/': onSearch,
    '?': onKeys,
  });
}
