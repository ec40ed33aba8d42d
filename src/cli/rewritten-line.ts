import { performance } from 'node:perf_hooks';
import process from 'node:process';

const SHOW_EVERY_MS = 200;
const CLEAR_LINE = '\r\u001b[K';

/** One line that is rewritten a few times a second, and only where somebody can see it. */
export function rewrittenLine(out: { write(text: string): unknown; isTTY?: boolean } = process.stderr) {
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show: (text: () => string): void => {
      const now = performance.now();
      if (!out.isTTY || now - shown < SHOW_EVERY_MS) return;
      shown = now;
      out.write(CLEAR_LINE + text());
    },
    clear: (): void => {
      if (shown > 0) out.write(CLEAR_LINE);
    },
  };
}
