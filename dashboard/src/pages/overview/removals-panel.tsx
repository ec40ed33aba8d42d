import { Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import { CountLine } from './count-line.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview.ts';

const STATES = ['completed', 'verified', 'pending', 'blocked', 'failed', 'reverted'] as const;
const SHAPES = {
  completed: '●',
  verified: '●',
  pending: '◆',
  blocked: '▲',
  failed: '■',
  reverted: '↩',
} as const;
const COLORS = {
  completed: 'var(--lapse-low)',
  verified: 'var(--lapse-low)',
  pending: 'var(--lapse-line)',
  blocked: 'var(--lapse-medium)',
  failed: 'var(--lapse-critical)',
  reverted: 'var(--lapse-high)',
} as const;

export function RemovalsPanel({ removals }: { removals: Overview['removals'] }) {
  const most = Math.max(...STATES.map((state) => removals[state]));
  return (
    <Panel title={strings.removals} description={strings.removalsHint}>
      {most === 0 ? (
        <Empty title={strings.removalsNone} />
      ) : (
        <ul className={classes.lines}>
          {STATES.map((state) => (
            <CountLine
              key={state}
              label={`${SHAPES[state]} ${strings.removalStates[state]}`}
              name={strings.removalStates[state]}
              count={removals[state]}
              of={most}
              color={COLORS[state]}
              to="/remediations"
              search={state === 'verified' ? { status: 'completed' } : { status: state }}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
