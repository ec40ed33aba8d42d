import { COLOUR, type Colour, type Flow, STYLE, type TextStyle } from '@lapse/pdf';
import type { KeyFigure } from '../summary/compliance-summary.rules.ts';
import { figure } from './format-values.ts';

const PER_ROW = 3;
const GAP = 9;
const HEIGHT = 73;

/** The figures as tiles: what it is, how much, and which way it went since the period before. */
export function keyFigures(flow: Flow, figures: readonly KeyFigure[]): void {
  const { layout } = flow.document;
  const width = (flow.width - GAP * (PER_ROW - 1)) / PER_ROW;
  const list = flow.element.open('L');
  for (const [at, entry] of figures.entries()) {
    const column = at % PER_ROW;
    if (column === 0) {
      flow.ensure(HEIGHT);
    }
    const { page, y } = flow;
    const x = page.left + column * (width + GAP);
    const inner = width - 16;
    page.artifact(() => {
      page.fill(x, y, width, HEIGHT, COLOUR.faint);
      page.fill(x, y, 2.4, HEIGHT, COLOUR.brand);
    });
    const item = list.open('LI');
    const body = item.open('LBody');
    const trend = trendOf(entry);
    const part = (text: string, style: TextStyle, top: number, colour: Colour) => {
      const lines = layout.lines(text, style, inner, { maxLines: 2 });
      page.tagged(body, 'P', () => page.text(lines, x + 10, y + top, { colour }));
    };
    part(entry.label, STYLE.small, 5, COLOUR.muted);
    part(figure(entry.value, entry.unit), STYLE.figure, 26, COLOUR.ink);
    part(trend.text, STYLE.small, 49, trend.colour);
    body.close();
    item.close();
    if (column === PER_ROW - 1 || at === figures.length - 1) {
      flow.advance(HEIGHT + GAP);
    }
  }
  list.close();
}

/** In words as well as in colour. */
export function trendOf({ value, previous, unit, better }: KeyFigure): { text: string; colour: Colour } {
  if (value === null) {
    const before = previous === null ? '' : ` Before: ${figure(previous, unit)}.`;
    return { text: `Nothing to measure.${before}`, colour: COLOUR.muted };
  }
  if (previous === null) {
    return { text: 'Nothing earlier to compare with.', colour: COLOUR.muted };
  }
  const change = Math.round((value - previous) * 10) / 10;
  if (change === 0) {
    return { text: `Unchanged: ${figure(previous, unit)} before.`, colour: COLOUR.muted };
  }
  const sign = change > 0 ? '▲ +' : '▼ −';
  // A share that rises from 8 % to 10 % has not risen by 2 %.
  const amount =
    unit === 'percent' ? `${figure(Math.abs(change), 'count')} points` : figure(Math.abs(change), unit);
  const moved = `${sign}${amount} from ${figure(previous, unit)}`;
  if (better === 'neither') {
    return { text: `${moved}.`, colour: COLOUR.muted };
  }
  const improved = change > 0 === (better === 'higher');
  return improved
    ? { text: `${moved}: better.`, colour: COLOUR.better }
    : { text: `${moved}: worse.`, colour: COLOUR.worse };
}
