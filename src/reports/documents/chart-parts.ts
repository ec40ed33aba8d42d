import { COLOUR, type Flow, type Page, pdfNumber, STYLE } from '@lapse/pdf';

/** How one kind of thing is drawn: colours that also differ when printed grey, and lines over some of them. */
export interface Shade {
  fill: string;
  lines: string | null;
}

export const BAND_SHADES = {
  low: { fill: '0.88 0.91 0.94', lines: null },
  medium: { fill: '0.64 0.76 0.86', lines: null },
  high: { fill: '0.93 0.68 0.30', lines: '0.66 0.40 0.06' },
  critical: { fill: '0.58 0.13 0.11', lines: null },
} satisfies Record<string, Shade>;

export const BAR: Shade = { fill: '0.27 0.47 0.66', lines: null };
export const BAR_LATE: Shade = { fill: '0.93 0.68 0.30', lines: '0.66 0.40 0.06' };

export function shaded(page: Page, x: number, y: number, width: number, height: number, shade: Shade): void {
  page.fill(x, y, width, height, shade.fill);
  const { lines } = shade;
  if (lines === null || height < 1) {
    return;
  }
  page.clipped(x, y, width, height, () => {
    let path = `${lines} RG 0.7 w`;
    const base = page.height - y;
    for (let at = x - height; at < x + width; at += 4) {
      path += ` ${pdfNumber(at)} ${pdfNumber(base - height)} m ${pdfNumber(at + height)} ${pdfNumber(base)} l`;
    }
    page.raw(`${path} S`);
  });
}

export function legend(
  flow: Flow,
  x: number,
  y: number,
  entries: readonly (readonly [string, Shade])[],
): void {
  const { page, document } = flow;
  let at = x;
  for (const [label, shade] of entries) {
    shaded(page, at, y + 2, 8, 8, shade);
    page.frame(at, y + 2, 8, 8, COLOUR.muted, 0.4);
    const line = document.layout.line(label, STYLE.small);
    page.text([line], at + 12, y, { colour: COLOUR.muted });
    at += line.width + 28;
  }
}

/** A picture with words for those who do not see it. */
export function figureOf(flow: Flow, alt: string, height: number, draw: () => void): void {
  flow.ensure(height);
  const { page, y } = flow;
  const box = [page.left, page.height - y - height, page.right, page.height - y].map(pdfNumber).join(' ');
  const attributes = `/A<</O/Layout/Placement/Block/BBox[${box}]>>`;
  page.tagged(flow.element, 'Figure', draw, { alt, attributes });
  flow.advance(height + 8);
}

/** The least round number of steps that reaches the maximum: 1, 2 or 5 times a power of ten. */
export function roundStep(maximum: number, steps: number): number {
  const rough = Math.max(maximum, 1) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return Math.max(1, step * power);
}
