import { performance } from 'node:perf_hooks';
import process from 'node:process';

const SHOW_EVERY_MS = 150;
const BAR_WIDTH = 24;
/** Where no bar can be drawn, a line at each of these. */
const LINES_AT = [0.25, 0.5, 0.75];

export interface ReportProgress {
  update(progress: number, rows: number): void;
  end(): void;
}

/** A bar on a terminal, a few plain lines elsewhere. */
export function showReportProgress(
  out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
): ReportProgress {
  if (!out.isTTY) {
    let line = 0;
    return {
      update: (progress, rows) => {
        for (; progress >= (LINES_AT[line] ?? 2); line++)
          out.write(`${describe(LINES_AT[line] as number, rows)}\n`);
      },
      end: () => {},
    };
  }
  let shown = Number.NEGATIVE_INFINITY;
  return {
    update: (progress, rows) => {
      const now = performance.now();
      if (now - shown < SHOW_EVERY_MS) return;
      shown = now;
      const filled = Math.round(progress * BAR_WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      out.write(`\r\u001b[K${bar} ${describe(progress, rows)}`);
    },
    end: () => out.write('\r\u001b[K'),
  };
}

const describe = (progress: number, rows: number): string =>
  `${String(Math.round(progress * 100)).padStart(3)} %  ${rows.toLocaleString('en')} rows`;
