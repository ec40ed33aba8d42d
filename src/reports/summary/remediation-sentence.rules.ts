import type { RemediationOutcomes } from './compliance-summary.rules.ts';
import { amounts, counted, listed, number, verb } from './compliance-words.rules.ts';

/** How many remediations there were to look at in the period, whatever came of them. */
export const allRemediations = ({
  requested,
  carried_over,
}: Pick<RemediationOutcomes, 'requested' | 'carried_over'>): number => requested + carried_over;

/** What came of every remediation, and what that rests on. Only what was seen to be gone is said to be removed. */
export function remediationSentence(removals: Omit<RemediationOutcomes, 'exceptions'>): string {
  const all = allRemediations(removals);
  if (all === 0) return 'No access was to be removed in this period.';
  const { verified, attested, simulated, not_verified, contradicted, awaiting_person, open } = removals;
  const { failed, blocked, reverted, cancelled, rehearsed } = removals;
  const were = (count: number): string => verb(count, 'was', 'were');
  const parts = amounts([
    [attested, `${were(attested)} attested by a person, not verified`],
    [simulated, `${were(simulated)} simulated`],
    [not_verified, `${were(not_verified)} recorded as removed, not verified`],
    [contradicted, `${were(contradicted)} claimed to be removed but seen again`],
    [failed, 'failed'],
    [blocked, `${were(blocked)} blocked by a safeguard`],
    [reverted, `${were(reverted)} reverted`],
    [cancelled, `${were(cancelled)} called off`],
    [rehearsed, `${were(rehearsed)} only rehearsed`],
    [awaiting_person, `${were(awaiting_person)} requested of a person and not done`],
    [open - awaiting_person, `${were(open - awaiting_person)} still open`],
  ]);
  const seen =
    verified === 0
      ? 'none is verified removed'
      : `${number(verified)} ${verb(verified, 'is', 'are')} verified removed`;
  return `Of ${counted(all, 'remediation')}, ${listed([seen, ...parts])}.`;
}
