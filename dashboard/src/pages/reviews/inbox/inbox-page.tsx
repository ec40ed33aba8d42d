import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { IconKeyboard, IconMessageQuestion } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { ExportButton } from '../../../parts/list-tools/export-csv.tsx';
import { Page } from '../../../parts/page.tsx';
import { ErrorNote, Loading } from '../../../parts/query-state.tsx';
import { inboxStrings, undoStrings } from '../../../strings/reviews.ts';
import { EvidencePane, EvidenceSkeleton } from '../evidence-pane.tsx';
import classes from '../reviews.module.css';
import { isOpen, type Review } from '../reviews.ts';
import { WaitingLine, waitingFilterOf } from '../waiting/waiting-line.tsx';
import { useWaitingDecisions, verbOf } from '../waiting-decisions.ts';
import { InboxBulkBar, useBulk } from './bulk-selection.tsx';
import { FilterBar } from './filter-bar.tsx';
import { GroupBy } from './group-by.tsx';
import { InboxEmpty } from './inbox-empty.tsx';
import type { InboxSort } from './inbox-filters.ts';
import { ListSkeleton, ReviewList } from './review-list.tsx';
import { rowId } from './review-row.tsx';
import { type Inbox, useInbox, useInboxKeys, useLookedAt, useReviews } from './use-inbox.ts';

// Loaded when they are first opened.
const AskDialog = lazy(() => import('../ask-dialog.tsx').then((file) => ({ default: file.AskDialog })));
const ExportReviews = lazy(() =>
  import('./export-reviews.tsx').then((file) => ({ default: file.ExportReviews })),
);
const GroupInbox = lazy(() =>
  import('../groups/group-inbox.tsx').then((file) => ({ default: file.GroupInbox })),
);
const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((file) => ({ default: file.KeysDialog })));
const ReassignDialog = lazy(() =>
  import('../reassign-dialog.tsx').then((file) => ({ default: file.ReassignDialog })),
);

type Dialog = 'keys' | 'ask' | 'export' | { reassign: Review };

/** Home of a reviewer: the reviews, and beside them what is known about the one that is looked at. */
export function InboxPage() {
  const inbox = useInbox();
  return inbox.grouping === null ? (
    <ListInbox inbox={inbox} />
  ) : (
    <Suspense fallback={<Loading />}>
      <GroupInbox inbox={inbox} by={inbox.grouping} />
    </Suspense>
  );
}

function ListInbox({ inbox }: { inbox: Inbox }) {
  const may = useMay();
  const router = useRouter();
  const [packet_id, look] = useLookedAt(inbox);
  const { list, reviews, total, listed, selected, single } = useReviews(inbox, packet_id);
  const isWide = useMediaQuery('(min-width: 68em)', true, { getInitialValueInEffect: false });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const bulk = useBulk(reviews);
  const firstId = reviews[0]?.id;

  // The one that is looked at is in the address, so that it stays while the list changes under it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as there is a first one to look at.
  useEffect(() => {
    if (!isWide || packet_id !== null || firstId === undefined || list.isPlaceholderData) return;
    look(firstId);
  }, [isWide, packet_id, firstId, list.isPlaceholderData]);

  // Who comes by a link sees in the list where the review stands.
  const isListed = reviews.some(({ id }) => id === packet_id);
  const hasShown = useRef(false);
  useEffect(() => {
    if (!isListed || hasShown.current || packet_id === null) return;
    hasShown.current = true;
    document.getElementById(rowId(packet_id))?.scrollIntoView({ block: 'nearest' });
  }, [isListed, packet_id]);

  const go = (id: string | null) => {
    look(id);
    // After the list was drawn with it.
    requestAnimationFrame(() => focusRow(id));
  };
  const onDecided = () => {
    const place = reviews.findIndex(({ id }) => id === packet_id);
    go((reviews[place + 1] ?? reviews[place - 1])?.id ?? null);
  };
  // Always the same, so that a row is drawn again only when it is selected or left.
  const onSelect = useCallbackRef((id: string) => (isWide ? look(id) : inbox.select(id, { replace: false })));
  const onOpen = useCallbackRef((id: string) => router.navigate({ to: '/reviews/$id', params: { id } }));
  const onCheck = useCallbackRef(bulk.toggle);
  const onSort = useCallbackRef((sort: InboxSort) => inbox.change({ sort: sort === 'due_at' ? null : sort }));
  const onReassign =
    selected && isOpen(selected) && !selected.is_seeded && may('service.admin')
      ? () => setDialog({ reassign: selected })
      : null;
  useInboxKeys({
    reviews,
    packet_id,
    selected: listed ?? selected,
    go,
    onReassign,
    onKeys: () => setDialog('keys'),
    onSearch: () => search.current?.focus(),
    onCheck: bulk.toggle,
    onGroup: () => inbox.change({ group: 'asset' }),
  });

  const isEmpty = total === 0 && reviews.length === 0;
  const showsList = isWide || packet_id === null;
  const showsEvidence = isWide ? !isEmpty || packet_id !== null : packet_id !== null;
  return (
    <div className={classes.frame} data-wide={isWide}>
      <Page title={inboxStrings.title} fill={isWide} actions={<Actions inbox={inbox} onDialog={setDialog} />}>
        {showsList ? (
          <FilterBar
            inbox={inbox}
            searchRef={search}
            principalName={
              reviews.find((each) => each.principal_id === inbox.filters.principal_id)?.principal_name ?? null
            }
            assetName={reviews.find((each) => each.asset_id === inbox.filters.asset_id)?.asset_name ?? null}
          />
        ) : null}
        <div className={classes.panes} data-single={isEmpty && !showsEvidence}>
          {showsList ? (
            <ReviewList
              reviews={reviews}
              total={total}
              sort={inbox.query.sort}
              onSort={onSort}
              selectedId={packet_id}
              onSelect={onSelect}
              onOpen={onOpen}
              bulk={may('service.reviewer') ? { checked: bulk.checked, onCheck } : null}
              waiting={<WaitingLine filter={waitingFilterOf(inbox.query)} className={classes.paneNote} />}
              bar={
                <InboxBulkBar
                  bulk={bulk}
                  onStart={() =>
                    inbox.setFilters({
                      assigned_to_id: 'all',
                      group: 'asset',
                      review_ids: bulk.ids.join(),
                    })
                  }
                />
              }
              more={{
                hasMore: list.hasNextPage,
                isLoading: list.isFetchingNextPage,
                load: () => void list.fetchNextPage(),
              }}
            >
              {total === null && reviews.length === 0 && !list.isError ? <ListSkeleton /> : null}
              {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} /> : null}
              {isEmpty ? <InboxEmpty inbox={inbox} /> : null}
            </ReviewList>
          ) : null}
          {!showsEvidence ? null : selected ? (
            <EvidencePane
              review={selected}
              onBack={isWide ? null : () => look(null)}
              onDecided={onDecided}
              onReassign={onReassign}
            />
          ) : single.isError && packet_id !== null ? (
            <ErrorNote error={single.error} onRetry={() => void single.refetch()} />
          ) : (
            <EvidenceSkeleton />
          )}
        </div>
      </Page>
      <Announcement />
      <Suspense>
        {dialog === 'keys' ? <KeysDialog onClose={() => setDialog(null)} /> : null}
        {dialog === 'export' ? <ExportReviews query={inbox.query} onClose={() => setDialog(null)} /> : null}
        {dialog === 'ask' ? <AskDialog onClose={() => setDialog(null)} /> : null}
        {dialog !== null && typeof dialog === 'object' ? (
          <ReassignDialog review={dialog.reassign} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}

const Actions = memo(function Actions(props: { inbox: Inbox; onDialog: (dialog: Dialog) => void }) {
  const { inbox, onDialog } = props;
  const may = useMay();
  return (
    <>
      <GroupBy inbox={inbox} />
      <ExportButton onClick={() => onDialog('export')} />
      {may('service.reviewer', 'service.admin') ? (
        <SmallButton
          leftSection={<IconMessageQuestion size={16} aria-hidden />}
          onClick={() => onDialog('ask')}
        >
          {inboxStrings.ask}
        </SmallButton>
      ) : null}
      <Tooltip label={inboxStrings.keys}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={inboxStrings.keys}
          onClick={() => onDialog('keys')}
        >
          <IconKeyboard size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
});

/** Says once what was decided; the seconds that run are for the eyes. */
function Announcement() {
  const last = useWaitingDecisions().at(-1)?.item;
  return (
    <Text className="visually-hidden" role="status">
      {last ? undoStrings.said(verbOf(last.verb), last.label) : ''}
    </Text>
  );
}

function focusRow(id: string | null): void {
  const row = id === null ? null : document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
