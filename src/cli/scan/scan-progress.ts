import process from 'node:process';
import { SCAN_PHASES, type ScanPhase } from '../../connectors/scan/scan-platform.ts';
import { rewrittenLine } from '../rewritten-line.ts';

const DOING: Record<ScanPhase, string> = {
  principals: 'Reading principals',
  memberships: 'Reading memberships',
  assets: 'Reading assets',
  grants: 'Reading grants',
  use: 'Reading use',
};

/** One line that moves on a terminal; elsewhere a line for each phase that is done. */
export function showScanProgress(out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr) {
  const line = rewrittenLine(out);
  let current: { phase: ScanPhase; count: number } | null = null;
  const text = ({ phase, count }: { phase: ScanPhase; count: number }): string =>
    `${SCAN_PHASES.indexOf(phase) + 1}/${SCAN_PHASES.length} ${DOING[phase]}: ${count.toLocaleString('en')}`;
  const finish = (): void => {
    if (current !== null && !out.isTTY) out.write(`${text(current)}\n`);
    current = null;
  };
  return {
    update: (phase: ScanPhase, count: number): void => {
      if (current !== null && current.phase !== phase) finish();
      const now = { phase, count };
      current = now;
      line.show(() => text(now));
    },
    done: (): void => {
      finish();
      line.clear();
    },
    /** What is under way is not said to be done. */
    stop: line.clear,
  };
}
