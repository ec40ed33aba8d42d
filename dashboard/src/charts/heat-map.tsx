import { Box, useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber, formatShare } from '../parts/format.ts';
import { Small } from '../parts/text.ts';
import { chartStrings } from '../strings/charts.ts';
import { heatColors, type Scheme } from './heat.ts';
import classes from './heat-map.module.css';

export interface HeatCell {
  row: string;
  column: string;
  part: number;
  whole: number;
  /** With which address parameters a click leads to what it counts; null: it cannot. */
  search: Record<string, string> | null;
}

const SCALE = [0, 0.25, 0.5, 0.75, 1];

/** A table whose cells are tinted by their share; each says its numbers and leads to what it counts. */
export function HeatMap(props: {
  label: string;
  corner: string;
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
  /** The page that lists what is counted. */
  to: string;
  /** What a cell says aloud. */
  describe: (cell: HeatCell) => string;
  /** Under the table: what the tint means. */
  legend: string;
}) {
  const { label, corner, rows, columns, cells, to, describe, legend } = props;
  const scheme = useComputedColorScheme('light') as Scheme;
  const byPlace = new Map(cells.map((cell) => [`${cell.row}\n${cell.column}`, cell]));
  return (
    <Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col" className={classes.rowHead}>
                {corner}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row" className={classes.rowHead}>
                  {row}
                </th>
                {columns.map((column) => {
                  const cell = byPlace.get(`${row}\n${column}`);
                  return (
                    <td key={column}>
                      {cell ? <Cell cell={cell} to={to} scheme={scheme} text={describe(cell)} /> : <NoCell />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={classes.legend}>
        <Small>{legend}</Small>
        <span className={classes.scale} aria-hidden>
          {SCALE.map((share) => {
            const { background, ink } = heatColors(share, scheme);
            return (
              <span key={share} style={{ background, color: ink }}>
                {formatShare(share)}
              </span>
            );
          })}
        </span>
      </div>
    </Box>
  );
}

function Cell({ cell, to, scheme, text }: { cell: HeatCell; to: string; scheme: Scheme; text: string }) {
  const share = cell.whole === 0 ? 0 : cell.part / cell.whole;
  const { background, ink } = heatColors(share, scheme);
  const look = { className: classes.cell, style: { background, color: ink }, title: text };
  const numbers = (
    <>
      <strong>{formatNumber(cell.part)}</strong>
      <span>{formatShare(share)}</span>
    </>
  );
  if (cell.search === null) return <span {...look}>{numbers}</span>;
  return (
    <Link to={to} search={cell.search as never} aria-label={text} {...look}>
      {numbers}
    </Link>
  );
}

const NoCell = () => (
  <span className={classes.none}>
    <span aria-hidden>–</span>
    <span className="visually-hidden">{chartStrings.noCell}</span>
  </span>
);
