/**
 * What a reviewer needs for the inbox of an organisation that was imported whole, by keyboard in a real browser: one review after
 * another, and in groups. The reviewer is a script that takes no time to think, so seconds are those of Lapse and the browser; what a
 * person does is counted as decisions. Also how long `j` takes and how long scripts run, on a processor made four times slower.
 *
 *   npm run bench:inbox [-- --grants 20000 --singles 100 --minutes 20]
 */
import { parseArgs } from 'node:util';
import { directoryText, organisation } from '../../src/synthetic/organisation.ts';
import { openBrowser } from '../../test/browser/browser.ts';
import { openLapse, type RunningLapse } from '../../test/browser/lapse.ts';
import { median, record } from '../result.ts';
import { clearInGroups, clearOneByOne } from './clear.ts';
import { looksAt } from './look.ts';

const { values } = parseArgs({
  options: {
    grants: { type: 'string', default: '20000' },
    singles: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '20' },
  },
});
const GRANTS = Number(values.grants);
const SINGLES = Number(values.singles);

const number = (n: number): string => n.toLocaleString('en-GB');

async function main(): Promise<void> {
  const lapse = await openLapse({ env: { DEMO_DATA: 'false' } });
  const chromium = await openBrowser();
  try {
    await fill(lapse);
    const open = await total(lapse, 'reviews?status=PENDING');
    const grants = await total(lapse, 'grants');
    console.log(`${number(grants)} grants, ${number(open)} open reviews\n`);

    const page = await chromium.visit(`${lapse.url}/reviews`, { height: 900 });
    const look = await looksAt(page, `${lapse.url}/reviews`);
    console.log(
      `With a processor four times slower: ${look.script_ms} ms of scripts until the inbox stands still; j ` +
        `${median(look.next_ms)} ms to the next review, ${median(look.evidence_ms)} ms to its evidence; ${number(look.kb)} kB came over the network.`,
    );
    record({
      line: 'j, to the next review, processor four times slower',
      unit: 'ms',
      values: look.next_ms,
      at_most: 50,
    });
    record({
      line: 'j, to the evidence of the next review, processor four times slower',
      unit: 'ms',
      values: look.evidence_ms,
    });
    record({
      line: 'scripts of the inbox, processor four times slower',
      unit: 'ms',
      values: [look.script_ms],
      at_most: 1_000,
    });

    const singles = await clearOneByOne(page, { count: SINGLES, url: lapse.url });
    const each = singles.seconds / singles.decisions;
    console.log(
      `One by one: ${singles.decisions} decisions in ${Math.round(singles.seconds)} s, ${each.toFixed(2)} s each; all ` +
        `${number(open)} would be ${number(open)} decisions and ${number(Math.round((each * open) / 60))} min.`,
    );
    record({ line: 'one by one: one decision', unit: 's', values: [each] });

    const before = await total(lapse, 'reviews?status=PENDING');
    const groups = await clearInGroups(page, { lapse, until: Date.now() + Number(values.minutes) * 60_000 });
    for (const { by, decisions, reviews, seconds } of groups)
      console.log(
        `  by ${by}: ${decisions} decisions about ${number(reviews)} reviews in ${Math.round(seconds)} s`,
      );
    const decisions = groups.reduce((sum, each) => sum + each.decisions, 0);
    const seconds = groups.reduce((sum, each) => sum + each.seconds, 0);
    const left = await total(lapse, 'reviews?status=PENDING');
    console.log(
      `In groups: ${decisions} decisions in ${Math.round(seconds)} s for ${number(before - left)} of ${number(before)} reviews; ` +
        `${number(left)} are left.`,
    );
    record({ line: 'in groups: decisions of a person', unit: 'decisions', values: [decisions] });
    record({
      line: 'in groups: reviews closed by one of them',
      unit: 'reviews',
      values: [(before - left) / decisions],
    });
  } finally {
    await chromium.close();
    await lapse.stop();
  }
}

/** As somebody who tries Lapse does: a generated organisation, and every question at once. */
async function fill(lapse: RunningLapse): Promise<void> {
  const { lines } = organisation({
    seed: 1,
    principals: Math.max(200, GRANTS / 20),
    assets: Math.max(40, GRANTS / 100),
    grants: GRANTS,
    days: 180,
    now: new Date(),
  });
  await lapse.api('/v1/policy', {
    method: 'PUT',
    body: { review: { weekly_budget: null, deciders: 'any_reviewer' } },
  });
  const body = [...lines()].map(directoryText).join('\n');
  const answer = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
  // Until all that is stale has its review: none has come for a minute, however busy the machine is.
  let open = 0;
  for (let still = 0; still < 6 || open === 0; still++) {
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const now = await total(lapse, 'reviews?status=PENDING');
    if (now !== open) still = 0;
    open = now;
  }
}

const total = async (lapse: RunningLapse, path: string): Promise<number> => {
  const mark = path.includes('?') ? '&' : '?';
  return (await lapse.api<{ total: number }>(`/v1/${path}${mark}limit=1`)).total;
};

await main();
