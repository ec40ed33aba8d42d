import { expect, test } from 'vitest';
import { keyFigures } from './compliance-figures.rules.ts';
import { executiveSummary, type Facts } from './compliance-sentences.rules.ts';
import { controlEvidence } from './control-evidence.rules.ts';

const NOTHING = { total: 0, rows: [] };

function facts(n: number): Facts {
  const held = {
    held: n * 10,
    stale: n,
    critical: n,
    never_used: n,
    privileged_stale: n,
    personal_stale: n,
  };
  const reviews = {
    created: n,
    decided: n,
    confirmed: 0,
    revoked: n,
    confirmed_by_use: 0,
    removed_elsewhere: 0,
    revoked_unanswered: 0,
    revoked_by_rule: 0,
    escalated: 0,
    expired: n,
    open: n,
    open_overdue: n,
    decided_within_sla: n,
    decided_late: 0,
    median_hours_to_decide: n === 0 ? null : 1,
    p90_hours_to_decide: null,
    by_risk: [],
  };
  const remediations = {
    requested: n * 2,
    carried_over: 0,
    completed: n,
    verified: n,
    attested: 0,
    simulated: 0,
    not_verified: 0,
    contradicted: 0,
    failed: 0,
    blocked: n,
    reverted: 0,
    cancelled: 0,
    rehearsed: 0,
    open: 0,
    awaiting_person: 0,
    median_minutes_to_verified: null,
    exceptions: NOTHING,
  };
  const holders = { mfa_known: n, mfa_missing: n, disabled: n, login_known: n, dormant: n, inactive_90: n };
  const before = { held: { ...held, stale: 0 }, activity: null };
  return {
    key_figures: keyFigures({
      now: { ...held, reviews, remediations },
      before,
      holders,
      unanswered: n,
      observed_share: 1,
      dormant_days: 45,
    }),
    telemetry: n === 0 ? [] : [coverage('fabric', 1), coverage('synapse', 0.5)],
    reviews,
    remediations,
    exceptions: {
      confirmed_against_recommendation: { total: n, rows: [] },
      fast_decisions: { total: n, rows: [] },
      bulk_confirmations: { total: n, rows: [] },
      without_reason: n,
    },
    holders: n,
  };
}

const coverage = (platform: string, observed_share: number) => ({
  platform,
  grants: 1,
  events: 1,
  unobserved_days: (1 - observed_share) * 2,
  observed_share,
  gaps: [],
});

test('one of everything is said in the singular', () => {
  expect(executiveSummary(facts(1))).toEqual([
    'At the end of the period 10 grants of access were held by 1 account.',
    '1 grant (10 %) was stale, which means unused for longer than its own habit explains; 1 grant critically so.',
    'The stale share rose from 0 % at the start of the period.',
    '1 grant had never been used.',
    '1 stale grant allows administration and 1 stale grant reaches personal data.',
    '1 stale grant had no open review, because nobody had answered the last one.',
    '1 disabled account still held access.',
    '1 user with access had neither signed in nor used it for 90 days.',
    '1 user with access has no second factor.',
    '1 review was opened, and 1 was decided: 1 to remove access.',
    '100 % of the answers by people came within the deadline, half of them within 1 hour.',
    '1 review expired without an answer, and 1 review was open past its deadline at the end of the period.',
    'Of 2 remediations, 1 is verified removed and 1 was blocked by a safeguard.',
    '1 answer kept access whose remediation was recommended, 1 answer was given within 5 seconds and several grants were confirmed at one instant once.',
    'Use was not observed for 24 hours on synapse; silence in that time is no evidence that access is not needed.',
  ]);
});

test('many are said in the plural, with separators', () => {
  const sentences = executiveSummary(facts(1200));
  expect(sentences).toContain(
    '1,200 grants (10 %) were stale, which means unused for longer than their own habit explains; 1,200 grants critically so.',
  );
  expect(sentences).toContain(
    '1,200 reviews expired without an answer, and 1,200 reviews were open past their deadline at the end of the period.',
  );
  expect(sentences.join(' ')).not.toMatch(/NaN|undefined|null|Infinity/);
});

test('a remediation is said to be removed only where that was seen, in the summary and for its controls', () => {
  const some = facts(0);
  Object.assign(some.remediations, {
    requested: 9,
    completed: 4,
    attested: 2,
    simulated: 1,
    not_verified: 1,
  });
  Object.assign(some.remediations, { contradicted: 2, open: 3, awaiting_person: 1 });
  const said =
    'Of 9 remediations, none is verified removed, 2 were attested by a person, not verified, 1 was simulated, ' +
    '1 was recorded as removed, not verified, 2 were claimed to be removed but seen again, ' +
    '1 was requested of a person and not done and 2 were still open.';
  expect(executiveSummary(some)).toContain(said);
  const controls = controlEvidence(some).filter(({ evidence }) => evidence === said);
  expect(controls.map(({ control, attention }) => [control, attention])).toEqual([
    ['CC6.3', true],
    ['164.312(a)', true],
  ]);
});

test('a period without answers says so', () => {
  const none = facts(0);
  none.reviews.created = 3;
  none.reviews.open = 3;
  expect(executiveSummary(none)).toContain('No review was decided in this period.');
});

test('every control has a figure and a sentence, and attention is asked for what is not as it should be', () => {
  const bad = controlEvidence(facts(2));
  expect(bad.map((each) => `${each.framework} ${each.control}`)).toEqual([
    'SOC 2 CC6.1',
    'SOC 2 CC6.2',
    'SOC 2 CC6.3',
    'ISO/IEC 27001:2022 A.5.15',
    'ISO/IEC 27001:2022 A.5.18',
    'ISO/IEC 27001:2022 A.8.2',
    'PCI DSS 4 7.2.4',
    'PCI DSS 4 8.2.6',
    'SOX ITGC access',
    'HIPAA 164.308(a)(4)',
    'HIPAA 164.312(a)',
    'NIST SP 800-53 AC-2',
    'NIST SP 800-53 AC-6',
  ]);
  expect(bad.every((each) => each.attention && each.value !== null && /\.$/.test(each.evidence))).toBe(true);
  // Unknown is not good.
  const unknown = controlEvidence(facts(0)).filter((each) => each.attention);
  expect(unknown.map((each) => each.control)).toEqual(['AC-2']);
});
