import { formatDate, formatSigned } from '../../parts/format.ts';
import { LikelihoodLine } from '../../parts/likelihood-line.tsx';
import { principalPageStrings as strings } from '../../strings/principals.ts';
import classes from './lapse-reasons.module.css';
import type { GrantScore } from './principal-queries.ts';

/** Why a grant lapses when it does: each reason with the days it gives or takes, which add up to the date; and how often such access was not missed. */
export function LapseReasons({ grant }: { grant: GrantScore }) {
  return (
    <>
      <dl className={classes.reasons}>
        <dt>{formatDate(grant.idle_since)}</dt>
        <dd>{grant.last_used === null ? strings.neverUsed : strings.lastUsed}</dd>
        {grant.parts.map(({ kind, days, reason }) => (
          <Reason key={`${kind} ${reason}`} days={days} reason={reason} />
        ))}
        <dt>{formatDate(grant.lapses_at)}</dt>
        <dd>{strings.lapses}</dd>
      </dl>
      <LikelihoodLine likelihood={grant.likelihood} />
    </>
  );
}

function Reason({ days, reason }: { days: number; reason: string }) {
  return (
    <>
      <dt className="numbers">{strings.days(days, formatSigned(days))}</dt>
      <dd>{reason}</dd>
    </>
  );
}
