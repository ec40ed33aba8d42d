import { expect, test } from 'vitest';
import { auditSentence, type Names, type Told } from './sentences.rules.ts';

const PRINCIPALS: Record<string, string> = {
  zoe: 'Zoë Lindqvist',
  tom: 'Tomás Echeverría',
  claims: 'Claims',
};
const names: Names = {
  principal: (id) => PRINCIPALS[String(id)] ?? String(id),
  asset: (id) => (id === 'pa' ? 'policy_admin' : String(id)),
  permission: (id) => (id === 'g' ? 'read' : null),
  actor: (label) => (label === 'zoe@example.com' ? 'Zoë Lindqvist' : label),
};
const say = (told: Partial<Told> & { event_type: string }) =>
  auditSentence({ actor: 'system', principal_id: 'tom', asset_id: 'pa', data: {}, ...told }, names);
const byZoe = { actor: 'zoe@example.com' };

test('a decision names the decider, the access, the person and the reason', () => {
  const data = { grant_id: 'g', decision: 'revoke', reason: 'no longer in Claims' };
  expect(say({ ...byZoe, event_type: 'review.decided', data })).toBe(
    'Zoë Lindqvist revoked read on policy_admin from Tomás Echeverría: no longer in Claims.',
  );
  const used = { grant_id: 'g', decision: 'approve', reason: 'It was used on 1 June.' };
  expect(say({ event_type: 'review.decided', data: used })).toBe(
    'Lapse confirmed read on policy_admin for Tomás Echeverría: It was used on 1 June.',
  );
  expect(say({ ...byZoe, event_type: 'review.decided', data: { ...data, reason: ' ' } })).toBe(
    'Zoë Lindqvist revoked read on policy_admin from Tomás Echeverría.',
  );
});

test('what happens to a question says what is asked of whom', () => {
  const data = { assigned_to_id: 'zoe', percent: 50, reason: 'away' };
  expect(say({ event_type: 'review.created', data })).toBe(
    'Lapse asked Zoë Lindqvist whether Tomás Echeverría still needs policy_admin.',
  );
  expect(say({ event_type: 'review.created', data: { assigned_to_id: null } })).toBe(
    'Lapse found nobody to ask whether Tomás Echeverría still needs policy_admin.',
  );
  expect(say({ event_type: 'review.expired', data: {} })).toBe(
    'Nobody answered in time whether Tomás Echeverría still needs policy_admin.',
  );
  expect(say({ event_type: 'review.expired', data: { reason: 'The policy says so.' } })).toBe(
    'Nobody answered in time whether Tomás Echeverría still needs policy_admin: The policy says so.',
  );
  expect(say({ event_type: 'review.reminded', data })).toBe(
    'Lapse reminded Zoë Lindqvist to answer whether Tomás Echeverría still needs policy_admin: 50 % of the time has passed.',
  );
  expect(say({ actor: 'ops', event_type: 'review.escalated', data })).toBe(
    'ops passed the question whether Tomás Echeverría still needs policy_admin on to Zoë Lindqvist: away.',
  );
});

test('a remediation names who ordered it and whose access it is', () => {
  const data = { grant_id: 'g', note: null };
  expect(
    say({ ...byZoe, event_type: 'remediation.approved', description: 'The remediation was approved.', data }),
  ).toBe('Zoë Lindqvist approved the remediation of read on policy_admin from Tomás Echeverría.');
  expect(say({ event_type: 'remediation.failed', description: 'The platform is down.', data })).toBe(
    'Tomás Echeverría on policy_admin: The platform is down.',
  );
  expect(
    say({ event_type: 'remediation.executed', description: 'read on policy_admin was removed.', data }),
  ).toBe('Tomás Echeverría: read on policy_admin was removed.');
});

test('what an administrator does names the administrator', () => {
  const entry = { ...byZoe, principal_id: null };
  expect(
    say({
      ...entry,
      event_type: 'policy.changed',
      description: 'The policy was changed from version 1 to 2.',
    }),
  ).toBe('The policy was changed from version 1 to 2, by Zoë Lindqvist.');
  expect(say({ ...entry, event_type: 'session.started', description: 'zoe@example.com signed in.' })).toBe(
    'Zoë Lindqvist signed in.',
  );
  expect(say({ event_type: 'campaign.generated', description: 'All reviews are made.' })).toBe(
    'All reviews are made.',
  );
});
