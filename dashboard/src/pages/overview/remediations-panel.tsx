import { Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import { CountLine } from './count-line.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview.ts';

const LOOKS = {
  verified: { shape: '●', color: 'var(--lapse-low)' },
  attested: { shape: '○', color: 'var(--lapse-medium)' },
  simulated: { shape: '○', color: 'var(--lapse-line)' },
  not_verified: { shape: '○', color: 'var(--lapse-medium)' },
  contradicted: { shape: '■', color: 'var(--lapse-critical)' },
  requested: { shape: '◆', color: 'var(--lapse-medium)' },
  pending: { shape: '◆', color: 'var(--lapse-line)' },
  blocked: { shape: '▲', color: 'var(--lapse-medium)' },
  failed: { shape: '■', color: 'var(--lapse-critical)' },
  reverted: { shape: '↩', color: 'var(--lapse-high)' },
};
type State = keyof typeof LOOKS;
const STATES = Object.keys(LOOKS) as State[];

/** By what the list of remediations can be filtered: how a completed one was verified is no status. */
const COMPLETED: readonly State[] = ['verified', 'attested', 'simulated', 'not_verified', 'contradicted'];
const statusOf = (state: State) => (COMPLETED.includes(state) ? 'completed' : state);

export function RemediationsPanel({ removals }: { removals: Overview['removals'] }) {
  const most = Math.max(...STATES.map((state) => removals[state]));
  return (
    <Panel title={strings.removals} description={strings.remediationsHint}>
      {most === 0 ? (
        <Empty title={strings.remediationsNone} />
      ) : (
        <ul className={classes.lines}>
          {STATES.map((state) => (
            <CountLine
              key={state}
              label={`${LOOKS[state].shape} ${strings.remediationStates[state]}`}
              name={strings.remediationStates[state]}
              count={removals[state]}
              of={most}
              color={LOOKS[state].color}
              to="/remediations"
              search={{ status: statusOf(state) }}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
