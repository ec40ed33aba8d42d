import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { type LapsingGrant, stalestAfter } from './stalest.rules.ts';

const grants = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(5), { minKeys: 1 });
const changes = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  fc.record({ lapses_at: fc.nat(5), active: fc.boolean() }),
);

function stalestOf(all: Record<string, number>): LapsingGrant | undefined {
  return Object.entries(all)
    .map(([grant_id, lapses_at]) => ({ grant_id, lapses_at }))
    .sort((a, b) => a.lapses_at - b.lapses_at)[0];
}

test.prop([grants, changes])('whatever it answers is the stalest of all', (all, changed) => {
  const before = stalestOf(all) as LapsingGrant;
  const after = { ...all };
  for (const [id, { lapses_at, active }] of Object.entries(changed)) {
    if (active) after[id] = lapses_at;
    else delete after[id];
  }
  const answer = stalestAfter(
    before,
    Object.entries(changed).map(([grant_id, change]) => ({ grant_id, ...change })),
  );
  if (answer === null) {
    // Only then is it worth looking at all.
    expect(changed[before.grant_id]).toBeDefined();
  } else {
    expect(answer.lapses_at).toBe(stalestOf(after)?.lapses_at);
    expect(after[answer.grant_id]).toBe(answer.lapses_at);
  }
});
