import type { ComplianceSummary } from '../../../domain/compliance-summary.ts';
import { BAND_SHADES, figureOf, legend, roundStep, shaded } from './chart-parts.ts';
import type { Flow } from './flow.ts';
import { count, shortInstant } from './format-values.ts';
import { COLOUR, STYLE } from './theme.ts';

type Bands = ComplianceSummary['score_bands'][number];

const BANDS = ['low', 'medium', 'high', 'critical'] as const;
export const BAND_LABELS = {
  low: 'Low (0 to 20)',
  medium: 'Medium (over 20 to 50)',
  high: 'High (over 50 to 80)',
  critical: 'Critical (over 80)',
};
export const BAND_CHART_HEIGHT = 216;
const PLOT_TOP = 34;
const PLOT_HEIGHT = 156;
const AXIS_WIDTH = 40;

/** Columns of grants by band, one per instant. The most severe band stands on the base line, where it is compared best. */
export function bandChart(flow: Flow, instants: readonly Bands[]): void {
  const totals = instants.map((at) => BANDS.reduce((sum, band) => sum + at[band], 0));
  const step = roundStep(Math.max(...totals), 4);
  const top = Math.max(step, Math.ceil(Math.max(...totals) / step) * step);
  figureOf(flow, altOf(instants), BAND_CHART_HEIGHT, () => {
    const { page, y } = flow;
    const { layout } = flow.document;
    legend(
      flow,
      page.left,
      y,
      BANDS.map((band) => [BAND_LABELS[band], BAND_SHADES[band]]),
    );
    const base = y + PLOT_TOP + PLOT_HEIGHT;
    const scale = PLOT_HEIGHT / top;
    for (let tick = 0; tick <= top; tick += step) {
      const at = base - tick * scale;
      page.line(page.left + AXIS_WIDTH, at, page.right, at, tick === 0 ? COLOUR.muted : COLOUR.rule, 0.5);
      page.text([layout.line(count(tick), STYLE.running)], STYLE.running, page.left, at - 5.5, {
        colour: COLOUR.muted,
        align: 'right',
        width: AXIS_WIDTH - 6,
      });
    }
    const slot = (flow.width - AXIS_WIDTH) / instants.length;
    const width = Math.min(slot * 0.62, 46);
    for (const [index, at] of instants.entries()) {
      const middle = page.left + AXIS_WIDTH + slot * (index + 0.5);
      let edge = base;
      for (const band of [...BANDS].reverse()) {
        const height = at[band] * scale;
        if (height > 0) {
          shaded(page, middle - width / 2, edge - height, width, height, BAND_SHADES[band]);
        }
        edge -= height;
      }
      const centred = { align: 'center', width: slot, colour: COLOUR.muted } as const;
      const left = middle - slot / 2;
      page.text(
        [layout.line(count(totals[index] as number), STYLE.running)],
        STYLE.running,
        left,
        edge - 11,
        centred,
      );
      page.text([layout.line(dayOf(at.at), STYLE.running)], STYLE.running, left, base + 4, centred);
    }
  });
}

function dayOf(instant: string): string {
  const [, month, day] = shortInstant(instant).slice(0, 10).split('-');
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${Number(day)} ${names[Number(month) - 1]}`;
}

function altOf(instants: readonly Bands[]): string {
  const last = instants.at(-1) as Bands;
  const at = BANDS.map((band) => `${band} ${count(last[band])}`).join(', ');
  return (
    `Columns of held grants by score band at ${instants.length} instants; the table below has all figures. ` +
    `At ${shortInstant(last.at)} UTC: ${at}.`
  );
}
