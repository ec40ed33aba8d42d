import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { counted } from '../platform/counted.ts';

interface LinesSoFar {
  lines: number;
  rejected: number;
}

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

export function showLineProgress(): { update: (summary: LinesSoFar) => void; end: () => void } {
  const line = rewrittenLine();
  const started = performance.now();
  return {
    update: ({ lines, rejected }) =>
      line.show(() => {
        const rate = Math.round(lines / ((performance.now() - started) / 1000));
        return `${lines.toLocaleString('en')} lines, ${rejected.toLocaleString('en')} rejected, ${rate.toLocaleString('en')} lines/s`;
      }),
    end: line.clear,
  };
}

/** The lines that were refused, with their reasons; the command fails by them. */
export function reportRejections({
  rejected,
  rejections,
}: {
  rejected: number;
  rejections: readonly { line: number; reason: string }[];
}): void {
  if (rejected === 0) return;
  process.stderr.write(
    `Rejected ${counted(rejected, 'line')}${rejected > rejections.length ? `; the first ${rejections.length}` : ''}:\n`,
  );
  for (const { line, reason } of rejections) process.stderr.write(`  line ${line}: ${reason}\n`);
  process.exitCode = 1;
}
