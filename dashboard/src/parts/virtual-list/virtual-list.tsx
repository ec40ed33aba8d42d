// biome-ignore-all lint/a11y/useSemanticElements: a virtual list places its rows by itself, which a table element cannot.
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { SparklinePoint } from '../../charts/sparkline-path.ts';
import { listStrings } from '../../strings/lists.ts';
import { formatNumber } from '../format.ts';
import { ErrorNote } from '../query-state.tsx';
import { ListHead, type Sorting } from './list-head.tsx';
import { type Column, ListRow } from './list-row.tsx';
import { pagesOf, rowAfterKey } from './row-pages.ts';
import { totalText } from './total-text.ts';
import { type RowSource, useRowPages } from './use-row-pages.ts';
import { type SparklineKind, useSparklines } from './use-sparklines.ts';
import classes from './virtual-list.module.css';

const ROW_HEIGHT = 52;
const CARD_HEIGHT = 76;
const HEAD_HEIGHT = 40;
/** Before anything is known, as many rows as a screen has. */
const ROWS_AT_FIRST = 12;

export interface VirtualListProps<Row extends { id: string }> {
  /** What is listed, for who cannot see it. */
  label: string;
  source: RowSource<Row>;
  columns: readonly Column<Row>[];
  /** A row on a narrow screen. */
  card(row: Row, points: SparklinePoint[] | undefined): ReactNode;
  sorting: Sorting;
  sparklines?: SparklineKind;
  empty: ReactNode;
  open(row: Row, inNewTab: boolean): void;
  min_width?: number;
}

/** A list of up to 100,000 rows, of which only those in sight exist. The grid has the focus and names the active row. */
export function VirtualList<Row extends { id: string }>(props: VirtualListProps<Row>) {
  const { label, source, columns, sorting, sparklines, empty, open, min_width = 900 } = props;
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const height = isNarrow ? CARD_HEIGHT : ROW_HEIGHT;
  const scroll = useRef<HTMLDivElement>(null);
  const address = JSON.stringify(source.queryKey);
  const [place] = useState(() => placeOf(address));
  const [active, setActive] = useState(place?.row ?? 0);
  const [sight, setSight] = useState('0');
  const pages = useRowPages(source, sight);
  const count = pages.count ?? place?.count ?? ROWS_AT_FIRST;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 3,
    initialOffset: place?.offset ?? 0,
    scrollPaddingStart: isNarrow ? 0 : HEAD_HEIGHT,
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? ROWS_AT_FIRST;
  const nowInSight = pagesOf(first, last).join();
  if (sight !== nowInSight) setSight(nowInSight);

  useListPlace({ address, scroll, active, count: pages.count, onOther: () => setActive(0) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height on another kind of screen.
  useEffect(() => virtualizer.measure(), [height]);
  const points = useSparklines(sparklines, pages.shown);
  const freeHeight = useFreeHeight(scroll);
  const id = useId();

  const { row: rowAt } = pages;
  const latest = useRef({ rowAt, open });
  latest.current = { rowAt, open };
  const openRow = useCallback((index: number, inNewTab: boolean) => {
    const row = latest.current.rowAt(index);
    if (row) latest.current.open(row, inNewTab);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      openRow(active, event.ctrlKey || event.metaKey);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const next = rowAfterKey(event.key, active, count, last - first);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    virtualizer.scrollToIndex(next);
  };

  if (pages.count === 0) return <div className={classes.frame}>{empty}</div>;
  const style = {
    '--columns': columns.map(({ width }) => width).join(' '),
    '--min-width': isNarrow ? '0' : `${min_width}px`,
  };
  return (
    <>
      {pages.error ? <ErrorNote error={pages.error} onRetry={pages.retry} /> : null}
      <div className={classes.frame}>
        <div
          ref={scroll}
          role="grid"
          aria-label={label}
          aria-rowcount={count + 1}
          aria-busy={pages.count === null}
          aria-activedescendant={rows.some(({ index }) => index === active) ? `${id}-${active}` : undefined}
          tabIndex={0}
          className={classes.scroll}
          style={{
            height: Math.min(freeHeight, count * height + (isNarrow ? 2 : HEAD_HEIGHT + 2)),
            ...style,
          }}
          onKeyDown={onKeyDown}
        >
          {isNarrow ? null : <ListHead columns={columns} sorting={sorting} />}
          <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
            {rows.map(({ index, start }) => {
              const row = rowAt(index);
              return (
                <ListRow
                  key={index}
                  id={`${id}-${index}`}
                  index={index}
                  top={start}
                  height={height}
                  row={row}
                  points={row && points.get(row.id)}
                  columns={columns}
                  card={isNarrow ? props.card : null}
                  isActive={index === active}
                  onOpen={openRow}
                />
              );
            })}
          </div>
        </div>
        <div className={classes.foot}>
          <span role="status" className="numbers">
            {pages.count === null
              ? listStrings.loading
              : totalText(pages.total, pages.is_exact, formatNumber)}
          </span>
          <span className={classes.hint}>{listStrings.keys}</span>
        </div>
      </div>
    </>
  );
}

/** Keeps the place for who comes back, and goes to the top when the list becomes another one. */
function useListPlace(options: {
  address: string;
  scroll: { current: HTMLDivElement | null };
  active: number;
  count: number | null;
  onOther: () => void;
}): void {
  const { address, scroll, active, count, onOther } = options;
  const before = useRef(address);
  const now = useRef({ active, count });
  now.current = { active, count };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address makes it another list.
  useEffect(() => {
    if (before.current !== address) {
      before.current = address;
      scroll.current?.scrollTo({ top: 0 });
      onOther();
    }
    const element = scroll.current;
    let offset = element?.scrollTop ?? 0;
    const note = () => {
      offset = element?.scrollTop ?? offset;
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => {
      element?.removeEventListener('scroll', note);
      const { active: row, count: rows } = now.current;
      if (rows !== null) rememberPlace(address, { offset, row, count: rows });
    };
  }, [address]);
}

/** Where a list was left, by its address, as long as the page is open. */
interface Place {
  offset: number;
  row: number;
  count: number;
}

const places = new Map<string, Place>();
const PLACES_MAX = 50;

function rememberPlace(address: string, place: Place): void {
  places.delete(address);
  places.set(address, place);
  const oldest = places.keys().next().value;
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}

const placeOf = (address: string): Place | undefined => places.get(address);

/** Below the list: its foot and the page's edge. */
const BELOW_PX = 64;
const LEAST_PX = 300;

/** The height that is left for an element down to the end of the screen. */
function useFreeHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => Math.max(LEAST_PX, window.innerHeight - 300));
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top + window.scrollY;
      setHeight(Math.max(LEAST_PX, window.innerHeight - top - BELOW_PX));
    };
    measure();
    window.addEventListener('resize', measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => {
      window.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [ref]);
  return height;
}
