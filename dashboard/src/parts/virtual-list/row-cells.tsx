import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { riskStrings } from '../../strings/risk.ts';
import { formatDateTime, formatRelative, formatScore } from '../format.ts';
import { BAND_SHAPES, type Band, bandArea, bandColor } from '../risk-badge.tsx';
import { useNow } from '../use-now.ts';
import classes from './row-cells.module.css';

/**
 * A name that leads to its page. In a grid the keys move between rows, so that Tab need not walk through them all. The
 * router's own link follows every change of the address, which is too much for two in each of 20 rows.
 */
export function RowLink(props: {
  kind: 'principals' | 'assets';
  id: string;
  /** Not what the row is about. */
  plain?: boolean;
  children: ReactNode;
}) {
  const { kind, id, plain = false, children } = props;
  const router = useRouter();
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const to = kind === 'principals' ? '/principals/$id' : '/assets/$id';
    void router.navigate({ to, params: { id } });
  };
  return (
    <a
      href={`/${kind}/${encodeURIComponent(id)}`}
      tabIndex={-1}
      className={classes.link}
      data-plain={plain}
      onClick={go}
    >
      {children}
    </a>
  );
}

/** A badge for rows. A screen of rows is drawn within one key press: Mantine's took a third of that time. */
export function Pill(props: { color: string; area: string; icon: ReactNode; children: ReactNode }) {
  const { color, area, icon, children } = props;
  return (
    <span className={`${classes.pill} numbers`} style={{ color, background: area }}>
      {icon}
      {children}
    </span>
  );
}

/** A score by shape, word, number and colour. */
export function ScorePill({ level, score }: { level: string; score: number }) {
  const band = level as Band;
  return (
    <Pill
      color={bandColor(band)}
      area={bandArea(band)}
      icon={<span aria-hidden>{BAND_SHAPES[band]}</span>}
    >{`${riskStrings[band]} ${formatScore(score)}`}</Pill>
  );
}

/** An instant in a row: as one says it, with the exact one as its title. */
export function RowTime({ at, fallback = '–' }: { at: string | null | undefined; fallback?: string }) {
  const now = useNow();
  if (!at) return <>{fallback}</>;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}

/** What a row is about, and a smaller line under it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <div className={classes.line}>{first}</div>
      <div className={`${classes.line} ${classes.second}`}>{second}</div>
    </>
  );
}

/** A row on a narrow screen: two lines, and what counts at the end. */
export function CardRow(props: { first: ReactNode; second: ReactNode; end: ReactNode }) {
  const { first, second, end } = props;
  return (
    <div className={classes.card}>
      <div className={classes.text}>
        <TwoLines first={first} second={second} />
      </div>
      <div className={classes.end}>{end}</div>
    </div>
  );
}
