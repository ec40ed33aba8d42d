import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { LIST_FIELDS } from './review-fields.ts';

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld();
  await world.sweep();
  // Scores are of the moment of the answer.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

type Item = Record<string, unknown> & { id: string };

const list = async (query: string) => {
  const answer = await world.call({ url: `/v1/reviews?limit=100&${query}` });
  expect(answer.statusCode).toBe(200);
  return answer.json() as { items: Item[]; total: number };
};

/** One review closed, one that a guard refuses, one about what nobody watches, one that is kept for a case. */
async function makeThemDiffer(): Promise<void> {
  const { items } = await list('principal_id=olaf');
  await world.call({
    method: 'POST',
    url: `/v1/reviews/${items[0]?.id}/decide`,
    headers: { 'idempotency-key': '5f0d7a52-6f0f-4f3a-9a53-0a1f4b6a3f10' },
    payload: { decision: 'REVOKE', justification: 'Not needed.' },
  });
  await world.test.admin("UPDATE principals SET protected = true WHERE id = 'ann'");
}

describe('fields of a list', () => {
  test('are the same as those of the whole answer, whichever are asked for', async () => {
    await makeThemDiffer();
    const fields = fc.uniqueArray(fc.constantFrom(...LIST_FIELDS), { minLength: 1 });
    const whole = await list('');
    expect(new Set(whole.items.map(({ recommendation }) => recommendation)).size).toBeGreaterThan(1);
    await fc.assert(
      fc.asyncProperty(fields, async (names) => {
        const { items, total } = await list(`fields=${names.join()}`);
        expect(total).toBe(whole.total);
        const wanted = new Set([...names, 'id']);
        const expected = whole.items.map((item) =>
          Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name as never))),
        );
        expect(items).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['a gap that lasts', "INSERT INTO telemetry_gaps VALUES ($1, 'fabric', now() - interval '1 hour', NULL)"],
    [
      'a gap that is over',
      "INSERT INTO telemetry_gaps VALUES ($1, 'fabric', now() - interval '90 days', now() - interval '9 days')",
    ],
    ['a purpose', "UPDATE principals SET purpose = 'standby', purpose_since = now() WHERE tenant_id = $1"],
  ])('suggest the same as the evidence does with %s', async (_, change) => {
    await world.test.admin(change, [world.tenant]);
    const names = ['recommendation', 'current_score', 'platform', 'principal_name', 'asset_name'];
    const light = await list(`fields=${names.join()}`);
    const whole = await list('');
    expect(light.items).toEqual(
      whole.items.map((item) => Object.fromEntries(['id', ...names].map((name) => [name, item[name]]))),
    );
    expect(whole.items.map(({ recommendation }) => recommendation)).toContain('REVIEW');
  });

  test('that a list does not have are named', async () => {
    for (const [given, named] of [
      ['id,evidence', '"evidence"'],
      ['decisions', '"decisions"'],
      ['id,,due_at', '""'],
      ['constructor', '"constructor"'],
    ]) {
      const answer = await world.call({ url: `/v1/reviews?fields=${given}` });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().detail).toMatchObject([
        { loc: ['query', 'fields'], msg: expect.stringContaining(named as string) },
      ]);
    }
  });
});

test('what was closed without evidence is listed too, with the score of when it was asked', async () => {
  await makeThemDiffer();
  const [closed] = (await list('principal_id=olaf&status=DECIDED')).items;
  await world.test.admin("UPDATE reviews SET evidence_json = '{}' WHERE id = $1", [closed?.id]);
  const [item] = (await list('principal_id=olaf&status=DECIDED&fields=id,decay_score,current_score')).items;
  expect(item).toEqual({
    id: closed?.id,
    decay_score: closed?.decay_score,
    current_score: closed?.decay_score,
  });
});
