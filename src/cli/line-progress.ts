import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { counted } from '../platform/counted.ts';

interface LinesSoFar {
  lines: number;
  rejected: number;
}

const PROGRESS_INTERVAL_MS = 200;

/** One line that is rewritten, and only where somebody can see it. */
export function showLineProgress(): { update: (summary: LinesSoFar) => void; end: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, end: () => {} };
  const started = performance.now();
  let shown = 0;
  return {
    update: ({ lines, rejected }) => {
      const now = performance.now();
      if (now - shown < PROGRESS_INTERVAL_MS) return;
      shown = now;
      const rate = Math.round(lines / ((now - started) / 1000));
      process.stderr.write(
        `\r\u001b[K${lines.toLocaleString('en')} lines, ${rejected.toLocaleString('en')} rejected, ${rate.toLocaleString('en')} lines/s`,
      );
    },
    end: () => process.stderr.write('\r\u001b[K'),
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
