import { COLOUR, type Flow, STYLE } from '@lapse/pdf';
import type { ComplianceSummary } from '../summary/compliance-summary.rules.ts';
import { BAND_SHADES, figureOf, legend, roundStep, shaded } from './chart-parts.ts';
import { count, MONTHS, shortInstant } from './format-values.ts';

export type Bands = ComplianceSummary['score_bands'][number];
type Band = keyof typeof BAND_SHADES;

export const BANDS: Band[] = ['low', 'medium', 'high', 'critical'];
const SEVERE: Band[] = ['high', 'critical'];
export const BAND_LABELS: Record<Band, string> = {
  low: 'Low (0 to 20)',
  medium: 'Medium (over 20 to 50)',
  high: 'High (over 50 to 80)',
  critical: 'Critical (over 80)',
};
export const BAND_CHART_HEIGHT = 170;
const SEVERE_CHART_HEIGHT = 120;
const AXIS_WIDTH = 40;

/** All bands, and the severe ones by themselves where the others would make them too small to compare. */
export function bandCharts(flow: Flow, instants: readonly Bands[]): void {
  columns(flow, instants, BANDS, BAND_CHART_HEIGHT);
  const severe = Math.max(...instants.map((at) => sumOf(at, SEVERE)));
  const all = Math.max(...instants.map((at) => sumOf(at, BANDS)));
  if (severe > 0 && severe < all / 3) {
    columns(flow, instants, SEVERE, SEVERE_CHART_HEIGHT);
  }
}

/** One column per instant. The most severe band stands on the base line, where it is compared best. */
function columns(flow: Flow, instants: readonly Bands[], bands: readonly Band[], height: number): void {
  const totals = instants.map((at) => sumOf(at, bands));
  const step = roundStep(Math.max(...totals), 4);
  const top = Math.max(step, Math.ceil(Math.max(...totals) / step) * step);
  figureOf(flow, altOf(instants, bands), height, () => {
    const { page, y } = flow;
    const { layout } = flow.document;
    legend(
      flow,
      page.left,
      y,
      bands.map((band) => [BAND_LABELS[band], BAND_SHADES[band]]),
    );
    const base = y + height - 18;
    const scale = (height - 46) / top;
    for (let tick = 0; tick <= top; tick += step) {
      const at = base - tick * scale;
      page.line(page.left + AXIS_WIDTH, at, page.right, at, tick === 0 ? COLOUR.muted : COLOUR.rule, 0.5);
      page.text([layout.line(count(tick), STYLE.running)], page.left, at - 5.5, {
        colour: COLOUR.muted,
        align: 'right',
        width: AXIS_WIDTH - 6,
      });
    }
    const slot = (flow.width - AXIS_WIDTH) / instants.length;
    const width = Math.min(slot * 0.62, 46);
    for (const [index, at] of instants.entries()) {
      const left = page.left + AXIS_WIDTH + slot * index;
      const edge = stack(flow, at, bands, { x: left + (slot - width) / 2, base, width, scale });
      const centred = { align: 'center', width: slot, colour: COLOUR.muted } as const;
      const total = layout.line(count(totals[index] as number), STYLE.running);
      page.text([total], left, edge - 11, centred);
      page.text([layout.line(dayOf(at.at), STYLE.running)], left, base + 4, centred);
    }
  });
}

/** Draws one column and returns its upper edge. */
function stack(
  { page }: Flow,
  at: Bands,
  bands: readonly Band[],
  { x, base, width, scale }: { x: number; base: number; width: number; scale: number },
): number {
  let edge = base;
  for (const band of [...bands].reverse()) {
    const height = at[band] * scale;
    if (height > 0) {
      shaded(page, x, edge - height, width, height, BAND_SHADES[band]);
    }
    edge -= height;
  }
  return edge;
}

export function sumOf(at: Bands, bands: readonly Band[]): number {
  return bands.reduce((total, band) => total + at[band], 0);
}

function dayOf(instant: string): string {
  const [, month, day] = shortInstant(instant).slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]?.slice(0, 3)}`;
}

function altOf(instants: readonly Bands[], bands: readonly Band[]): string {
  const last = instants.at(-1) as Bands;
  const at = bands.map((band) => `${band} ${count(last[band])}`).join(', ');
  return (
    `Columns of held grants in the bands ${bands.join(', ')}, one per instant (${instants.length}); ` +
    `the table below has all figures. At ${shortInstant(last.at)} UTC: ${at}.`
  );
}
