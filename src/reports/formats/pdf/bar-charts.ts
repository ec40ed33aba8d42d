import type { ReviewOutcomes } from '../../../domain/compliance-summary.ts';
import { BAR, BAR_LATE, figureOf, legend, shaded } from './chart-parts.ts';
import type { Flow } from './flow.ts';
import { count, oneDecimal, share } from './format-values.ts';
import { COLOUR, STYLE } from './theme.ts';

const ROW_HEIGHT = 18;
const BAR_HEIGHT = 10;
const LABEL_WIDTH = 150;

/** One bar per outcome, with its number. */
export function countBars(flow: Flow, alt: string, bars: readonly (readonly [string, number])[]): void {
  const most = Math.max(1, ...bars.map(([, value]) => value));
  figureOf(flow, alt, bars.length * ROW_HEIGHT + 4, () => {
    const { page } = flow;
    const { layout } = flow.document;
    const room = flow.width - LABEL_WIDTH - 60;
    for (const [at, [label, value]] of bars.entries()) {
      const y = flow.y + at * ROW_HEIGHT;
      page.text([layout.line(label, STYLE.small, LABEL_WIDTH - 8)], STYLE.small, page.left, y + 3);
      const length = (value / most) * room;
      if (length > 0) {
        shaded(page, page.left + LABEL_WIDTH, y + 4, length, BAR_HEIGHT, BAR);
      }
      page.text(
        [layout.line(count(value), STYLE.smallStrong)],
        STYLE.smallStrong,
        page.left + LABEL_WIDTH + length + 5,
        y + 3,
      );
    }
    const base = flow.y + bars.length * ROW_HEIGHT + 1;
    page.line(page.left + LABEL_WIDTH, flow.y + 1, page.left + LABEL_WIDTH, base, COLOUR.muted, 0.6);
  });
}

type RiskRow = ReviewOutcomes['by_risk'][number];

/** The median time to decide of each risk level against the time it was given. */
export function deadlineBars(flow: Flow, rows: readonly RiskRow[]): void {
  const most = Math.max(1, ...rows.map((row) => Math.max(row.sla_hours, row.median_hours_to_decide ?? 0)));
  const alt = `Median hours to decide against the deadline: ${rows.map(wordsOf).join('; ')}.`;
  const rowHeight = 26;
  figureOf(flow, alt, rows.length * rowHeight + 22, () => {
    const { page } = flow;
    const { layout } = flow.document;
    legend(flow, page.left, flow.y, [
      ['Median, within the deadline', BAR],
      ['Median, over the deadline', BAR_LATE],
      ['Deadline (vertical mark)', { fill: COLOUR.ink, lines: null }],
    ]);
    const left = page.left + 62;
    const room = flow.width - 62 - 168;
    for (const [at, row] of rows.entries()) {
      const y = flow.y + 20 + at * rowHeight;
      const median = row.median_hours_to_decide;
      page.text([layout.line(row.risk_level, STYLE.smallStrong)], STYLE.smallStrong, page.left, y + 5);
      page.fill(left, y + 6, room, BAR_HEIGHT, COLOUR.faint);
      if (median !== null) {
        const length = Math.max(1, (median / most) * room);
        shaded(page, left, y + 6, length, BAR_HEIGHT, median > row.sla_hours ? BAR_LATE : BAR);
      }
      const mark = left + (row.sla_hours / most) * room;
      page.fill(mark - 0.9, y + 2, 1.8, BAR_HEIGHT + 8, COLOUR.ink);
      const words = [medianWords(row), inTimeWords(row)].map((text) => layout.line(text, STYLE.running, 160));
      page.text(words, STYLE.running, left + room + 10, y + 1, { colour: COLOUR.ink });
    }
  });
}

function medianWords({ median_hours_to_decide: median, sla_hours }: RiskRow): string {
  const deadline = `deadline ${count(sla_hours)} h`;
  return median === null ? `None decided, ${deadline}` : `Median ${oneDecimal(median)} h, ${deadline}`;
}

function inTimeWords({ decided, decided_within_sla }: RiskRow): string {
  return decided === 0
    ? 'Nothing was decided'
    : `${count(decided_within_sla)} of ${count(decided)} in time (${share(decided_within_sla / decided)})`;
}

function wordsOf(row: RiskRow): string {
  return `${row.risk_level}: ${medianWords(row)}, ${inTimeWords(row)}`;
}
