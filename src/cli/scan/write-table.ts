import type { ScannedAccess } from '../../connectors/scan/score-access.ts';
import {
  type Findings,
  heading,
  knowledge,
  lastUse,
  number,
  reasonsOf,
  sources,
  totals,
  unseen,
  unseenByAll,
} from './findings.ts';
import { cut, padded, printable, widthOf, wrapped } from './plain-text.ts';

export interface Terminal {
  /** `null`: no terminal, so lines are as long as they need to be. */
  columns: number | null;
  colours: boolean;
}

const COLUMNS_MIN = 60;
const HEADS = ['SCORE', 'WHO', 'MAY', 'ON', 'LAST USE'] as const;
const GAP = '  ';
const INDENT = '       ';

/** What is known about use first, then the stalest access with its reasons. */
export function* writeTable(
  findings: Findings,
  { limit, terminal }: { limit: number; terminal: Terminal },
): Generator<string> {
  const width = terminal.columns === null ? null : Math.max(COLUMNS_MIN, terminal.columns);
  const style = styles(terminal.colours);
  const paragraph = (text: string, indent = ''): string =>
    (width === null ? [printable(text)] : wrapped(printable(text), width - indent.length))
      .map((line) => `${indent}${line}\n`)
      .join('');

  yield style.bold(paragraph(heading(findings)));
  for (const text of totals(findings)) yield paragraph(text);
  const hidden = unseen(findings);
  if (hidden.length > 0) {
    yield `\n${style.bold('What could not be listed, for want of')}\n`;
    for (const text of hidden) yield paragraph(text, '  ');
  }
  yield `\n${style.bold('What is known about use')}\n`;
  for (const text of knowledge(findings)) yield paragraph(text);
  for (const { name, status, lines } of sources(findings)) {
    yield paragraph(`${name}: ${status}`, '  ');
    for (const line of lines) yield style.dim(paragraph(line, '    '));
  }
  const blind = unseenByAll(findings);
  if (blind !== null) yield style.dim(paragraph(blind, '  '));

  const rows = [...findings.scan.access.stalest(limit)];
  const total = findings.scan.access.counts().grants;
  yield `\n${style.bold(`The stalest access, ${number(rows.length)} of ${number(total)}`)}\n`;
  const cells = rows.map(cellsOf);
  const widths = columnWidths([[...HEADS], ...cells], width);
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, i) => padded(cut(text, widths[i] as number), widths[i] as number))
      .join(GAP)
      .trimEnd();
  yield `${style.dim(line(HEADS))}\n`;
  for (const [i, row] of rows.entries()) {
    yield `${style.level(row)(line(cells[i] as string[]))}\n`;
    yield style.dim(paragraph(reasonsOf(row).join(' '), INDENT));
  }
  if (rows.length < total) yield paragraph(`--limit ${number(total).replaceAll(',', '')} shows all.`);
}

const cellsOf = (row: ScannedAccess): string[] =>
  [
    row.score === null ? '    ?' : row.score.toFixed(1).padStart(5),
    row.principal,
    row.permission,
    row.asset,
    lastUse(row),
  ].map(printable);

/** As wide as needed; on a terminal names give way, who and on what alike. */
function columnWidths(lines: readonly string[][], width: number | null): number[] {
  const needed = HEADS.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i] as string))));
  if (width === null) return needed;
  const [score = 0, who = 0, may = 0, on = 0, used = 0] = needed;
  const room = width - score - may - used - GAP.length * (HEADS.length - 1);
  if (who + on <= room) return needed;
  const forWho = Math.max(8, Math.min(who, Math.max(Math.floor(room * 0.4), room - on)));
  return [score, forWho, may, Math.max(8, room - forWho), used];
}

function styles(hasColours: boolean) {
  const code = (number: number) => (text: string) =>
    hasColours ? text.replace(/^.+$/gm, `\u001b[${number}m$&\u001b[0m`) : text;
  const plain = (text: string) => text;
  return {
    bold: code(1),
    dim: code(2),
    level: ({ risk_level, revocable }: ScannedAccess) =>
      !revocable ? plain : risk_level === 'critical' ? code(31) : risk_level === 'high' ? code(33) : plain,
  };
}
