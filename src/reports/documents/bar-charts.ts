import { COLOUR, type Flow, STYLE } from '@lapse/pdf';
import type { ReviewOutcomes } from '../summary/compliance-summary.rules.ts';
import { duration } from '../summary/compliance-words.rules.ts';
import { BAR, BAR_LATE, figureOf, legend, shaded } from './chart-parts.ts';
import { count, share } from './format-values.ts';

const ROW_HEIGHT = 18;
const BAR_HEIGHT = 10;
const LABEL_WIDTH = 150;

/** One bar per outcome, with its number. */
export function countBars(flow: Flow, title: string, bars: readonly (readonly [string, number])[]): void {
  const words = bars.map(([label, value]) => `${label.toLowerCase()} ${count(value)}`).join(', ');
  const most = Math.max(1, ...bars.map(([, value]) => value));
  figureOf(flow, `${title}: ${words}.`, bars.length * ROW_HEIGHT + 4, () => {
    const { page } = flow;
    const { layout } = flow.document;
    const room = flow.width - LABEL_WIDTH - 60;
    for (const [at, [label, value]] of bars.entries()) {
      const y = flow.y + at * ROW_HEIGHT;
      page.text([layout.line(label, STYLE.small, LABEL_WIDTH - 8)], page.left, y + 3);
      const length = (value / most) * room;
      if (length > 0) {
        shaded(page, page.left + LABEL_WIDTH, y + 4, length, BAR_HEIGHT, BAR);
      }
      page.text([layout.line(count(value), STYLE.smallStrong)], page.left + LABEL_WIDTH + length + 5, y + 3);
    }
    const base = flow.y + bars.length * ROW_HEIGHT + 1;
    page.line(page.left + LABEL_WIDTH, flow.y + 1, page.left + LABEL_WIDTH, base, COLOUR.muted, 0.6);
  });
}

type RiskRow = ReviewOutcomes['by_risk'][number];

/** Longer than this many deadlines is drawn as this long; its words say how long it was. */
const DEADLINES_MAX = 3;

/**
 * How much of its deadline the median decision of each risk level took. Deadlines differ by a factor of ten, so each bar
 * has its own as its measure.
 */
export function deadlineBars(flow: Flow, rows: readonly RiskRow[]): void {
  const most = Math.min(DEADLINES_MAX, Math.max(1.15, ...rows.map((row) => usedShare(row) ?? 0)));
  const alt = `Median time to decide as a share of the deadline: ${rows.map(wordsOf).join('; ')}.`;
  const rowHeight = 26;
  figureOf(flow, alt, rows.length * rowHeight + 36, () => {
    const { page } = flow;
    const { layout } = flow.document;
    legend(flow, page.left, flow.y, [
      ['Median within the deadline', BAR],
      ['Median over the deadline', BAR_LATE],
    ]);
    const left = page.left + 62;
    const room = flow.width - 62 - 170;
    const top = flow.y + 20;
    const bottom = top + rows.length * rowHeight;
    for (const [at, row] of rows.entries()) {
      const y = top + at * rowHeight;
      page.text([layout.line(row.risk_level, STYLE.smallStrong)], page.left, y + 7);
      page.fill(left, y + 8, room, BAR_HEIGHT, COLOUR.faint);
      const used = usedShare(row);
      if (used !== null) {
        const length = Math.max(1, (Math.min(used, most) / most) * room);
        shaded(page, left, y + 8, length, BAR_HEIGHT, used > 1 ? BAR_LATE : BAR);
      }
      const words = [medianWords(row), inTimeWords(row)].map((text) => layout.line(text, STYLE.running, 158));
      page.text(words, left + room + 12, y + 3);
    }
    for (const [share, label] of [
      [0, '0 %'],
      [0.5, '50 %'],
      [1, 'Deadline'],
    ] as const) {
      const x = left + (share / most) * room;
      page.line(x, top + 3, x, bottom, share === 1 ? COLOUR.ink : COLOUR.rule, share === 1 ? 1.4 : 0.5);
      page.text([layout.line(label, STYLE.running)], x - 30, bottom + 2, {
        colour: COLOUR.muted,
        align: 'center',
        width: 60,
      });
    }
  });
}

function usedShare({ median_hours_to_decide: median, sla_hours }: RiskRow): number | null {
  return median === null || sla_hours <= 0 ? null : median / sla_hours;
}

function medianWords({ median_hours_to_decide: median, sla_hours }: RiskRow): string {
  const deadline = `deadline ${duration(sla_hours)}`;
  return median === null ? `No time to measure, ${deadline}` : `Median ${duration(median)}, ${deadline}`;
}

function inTimeWords({ decided_by_people: people, decided_within_sla: inTime }: RiskRow): string {
  return people === 0
    ? 'Nothing was decided by a person'
    : `${count(inTime)} of ${count(people)} in time (${share(inTime / people)})`;
}

function wordsOf(row: RiskRow): string {
  return `${row.risk_level}: ${medianWords(row)}, ${inTimeWords(row)}`;
}
