import process from 'node:process';
import { rewrittenLine } from './rewritten-line.ts';

const BAR_WIDTH = 24;
/** Where no bar can be drawn, a line at each of these. */
const LINES_AT = [0.25, 0.5, 0.75];

/** A bar on a terminal, a few plain lines elsewhere. */
export function showReportProgress(out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr) {
  if (!out.isTTY) {
    let line = 0;
    return {
      update: (progress: number, rows: number) => {
        for (; progress >= (LINES_AT[line] ?? 2); line++)
          out.write(`${describe(LINES_AT[line] as number, rows)}\n`);
      },
      end: () => {},
    };
  }
  const bar = rewrittenLine(out);
  return {
    update: (progress: number, rows: number) =>
      bar.show(() => {
        const filled = Math.round(progress * BAR_WIDTH);
        return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${describe(progress, rows)}`;
      }),
    end: bar.clear,
  };
}

const describe = (progress: number, rows: number): string =>
  `${String(Math.round(progress * 100)).padStart(3)} %  ${rows.toLocaleString('en')} rows`;
