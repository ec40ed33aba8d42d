import { waitFor } from './lapse.mjs';
import { claim, elapsed, say, step } from './narrate.mjs';
import { proveAudit } from './prove-audit.mjs';

/** By the default policy, with what keeps a score that goes up and down from opening one after the other. */
const OPENS_REVIEW = 56;
const REASON = 'Dana has moved to another team.';

/** From connecting a platform to the proof of what was done there, by the public API. */
export async function lifecycle(api, platform) {
  const { remediation: guards } = await api('GET', '/v1/policy');
  let connector = null;
  try {
    step(`${platform.title}, as it is today`);
    say(platform.scene);
    const before = await platform.dump();
    await attempt(platform, true);
    connector = await connect(api, platform);
    const { dana, grant, score } = await compare(api, platform, connector);
    const remediation = await decide(api, platform, { dana, grant, score });
    await remove(api, platform, { connector, remediation });
    await revert(api, platform, { remediation, before });
    step('Prove it: export the audit trail and verify it offline');
    await proveAudit(api, dana);
  } finally {
    await api('PUT', '/v1/policy', { remediation: { min_grant_age_days: guards.min_grant_age_days } });
    if (connector) await api('DELETE', `/v1/connectors/${connector.id}`).catch(() => {});
  }
}

/** Asked past Lapse, as Dana herself would find it. */
async function attempt(platform, mayDo) {
  const { allowed, answer } = await platform.tryAsDana();
  say(`${platform.attempt}  ->  ${answer}`);
  claim(
    allowed === mayDo,
    `Dana ${mayDo ? 'should be let in' : 'should be refused'}, and the answer is: ${answer}`,
  );
}

async function connect(api, platform) {
  step('Discover: connect it to Lapse, and read it');
  const connector = await api('POST', '/v1/connectors', {
    platform: platform.platform,
    name: `Demo ${platform.title} ${Date.now()}`,
    settings: platform.settings,
  });
  const synced = await waitFor('the first sync', 60, async () => {
    const now = await api('GET', `/v1/connectors/${connector.id}`);
    if (now.error) throw new Error(`The sync failed: ${now.error}`);
    return now.last_sync_at && now;
  });
  const { principals, assets, grants, inherited, memberships, events } = synced.progress;
  say(
    `Found ${many(principals, 'principal')}, ${many(memberships, 'membership')}, ${many(assets, 'asset')}, ${many(grants + inherited, 'grant')} and ${many(events, 'use')}. Health: ${synced.health}.`,
  );
  say(`Secrets it keeps, sealed: ${synced.secret_names.join(', ')}. Mode: ${synced.mode}, so it only plans.`);
  claim(synced.health === 'healthy', `its health is ${synced.health}: ${synced.health_message}`);
  claim(synced.mode === 'dry_run', `a new connector is on ${synced.mode}`);
  claim(synced.coverage.observes_use, 'the use of the platform is not observed');
  return synced;
}

const many = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const DAY_MS = 86_400_000;
const COUNTING = ['events', 'recalculations', 'peer_moves'];

async function compare(api, platform, { id, progress: { events }, coverage }) {
  step('Score: 0 is fresh, 100 is stale');
  await waitFor('all use to be counted', 60, async () => {
    const { lag } = await api('GET', '/v1/pipeline');
    return lag.every(({ stage, items }) => items === 0 || !COUNTING.includes(stage));
  });
  const shown = [];
  for (const name of [platform.sam, platform.dana]) {
    const { grant, score } = await waitFor(`the score of ${name}`, 30, () =>
      scoreOf(api, { name, platform, connector_id: id, isUsed: events > 0 }),
    );
    say(
      `${name}, ${grant.permission} on ${grant.asset_name}: ${score.score.toFixed(1)} (${score.risk_level}); last use seen: ${score.last_used_at?.slice(0, 10) ?? 'none yet'}.`,
    );
    shown.push({ dana: { id: grant.principal_id }, grant, score });
  }
  const [sam, dana] = shown;
  const isWatchedSinceToday = Date.now() - Date.parse(coverage.observed_since) < DAY_MS;
  if (isWatchedSinceToday || shown.every(({ score }) => score.last_used_at === null)) {
    claim(dana.score.score <= 50, 'it was not watched until today, and still it counts as stale');
    say('Lapse has only just met this platform: what was not watched does not count as disuse.');
  } else {
    claim(dana.score.score > sam.score.score, 'Dana, who stopped, is not staler than Sam, who did not');
    say('Dana has stopped using it; Sam has not.');
  }
  return dana;
}

/**
 * Where the platform remembers use, the score is awaited that counts it. Who has accounts on other platforms, too, is one
 * principal with them, so that the name of the account counts here, too.
 */
async function scoreOf(api, { name, platform, connector_id, isUsed }) {
  // Others may have an asset of that name: the demo organisation, and what an earlier demo has left.
  const query = new URLSearchParams({ connector_id, q: platform.asset, limit: '100' });
  const { items: held } = await api('GET', `/v1/grants?${query}`);
  const grant = held.find(
    ({ asset_name, principal_name, account }) =>
      asset_name === platform.asset && [account?.name, principal_name].includes(name),
  );
  claim(grant, `${name} was not found to hold anything on ${platform.asset}`);
  if (isUsed && grant.last_used_at === null) return null;
  const pair = `principal_id=${grant.principal_id}&asset_id=${grant.asset_id}`;
  const { items } = await api('GET', `/v1/scores?${pair}&form=pair`);
  return items[0] && { grant, score: { ...items[0], last_used_at: grant.last_used_at } };
}

async function decide(api, platform, { dana, grant, score }) {
  step('Review it, and decide');
  const openReview = async () => {
    const { items } = await api('GET', `/v1/reviews?principal_id=${dana.id}&asset_id=${grant.asset_id}`);
    return items.find(({ status }) => status === 'PENDING' || status === 'ESCALATED');
  };
  // Where the same was asked before, Lapse does not ask again so soon; then somebody does.
  const ask = () =>
    api('POST', '/v1/reviews', {
      principal_id: dana.id,
      asset_id: grant.asset_id,
      reason: 'manual_trigger',
      notes: REASON,
    });
  const pending =
    score.score >= OPENS_REVIEW
      ? await waitFor('Lapse to open a review', 20, openReview).catch(() => undefined)
      : undefined;
  // It may have asked by itself after all, a moment before.
  const review =
    pending ??
    (await ask().catch(async (error) => {
      const found = await openReview();
      if (!found) throw error;
      return found;
    }));
  const id = review.review_id ?? review.id;
  say(
    review.requested_by === 'system'
      ? `Lapse has opened a review by itself, because the score is ${score.score.toFixed(1)}: ${id}.`
      : `Somebody asks for a review: ${id} is ${review.status}.`,
  );
  const decision = await api('POST', `/v1/reviews/${id}/decide`, {
    decision: 'REVOKE',
    justification: REASON,
  });
  say(`${decision.decided_by} decided: ${decision.decision}. "${REASON}"`);
  claim(decision.decision === 'REVOKE', `the decision is ${decision.decision}`);
  const remediation = await ended(api, grant.id);
  claim(
    remediation.plan?.statements.length > 0,
    `there is no plan: ${remediation.error ?? remediation.status}`,
  );
  say('The connector only plans. It would have sent:');
  for (const statement of remediation.plan.statements) say(`  ${statement}`);
  await attempt(platform, true);
  return remediation;
}

/** The removal of the grant, when it has come to an end. */
function ended(api, grantId) {
  return waitFor('the removal', 60, async () => {
    const { items } = await api('GET', `/v1/remediations?grant_id=${grantId}`);
    const newest = items.at(-1);
    return (
      newest && !['pending', 'running'].includes(newest.status) && api('GET', `/v1/remediations/${newest.id}`)
    );
  });
}

async function remove(api, platform, { connector, remediation }) {
  step('Turn it on, and carry the removal out');
  await api('PATCH', `/v1/connectors/${connector.id}`, { mode: 'automatic' });
  say(
    'By the policy access younger than a day is not judged; for this demo that is lifted, and put back at the end.',
  );
  await api('PUT', '/v1/policy', { remediation: { min_grant_age_days: 0 } });
  const since = Date.now();
  await api('POST', `/v1/remediations/${remediation.id}/retry`);
  const removed = await ended(api, remediation.grant_id);
  claim(removed.status === 'completed', `the removal is ${removed.status}: ${removed.error}`);
  claim(removed.verified_at !== null, 'the removal was not read back');
  say(`Removed (${removed.action}): ${removed.target}.`);
  say(`Verified removed: read back at ${platform.title} after ${elapsed(since)}.`);
  await attempt(platform, false);
}

async function revert(api, platform, { remediation, before }) {
  step('It was a mistake: put it back');
  await api('POST', `/v1/remediations/${remediation.id}/revert`);
  await waitFor('the access to be back', 60, async () => {
    const now = await api('GET', `/v1/remediations/${remediation.id}`);
    return now.status === 'reverted' && now;
  });
  await attempt(platform, true);
  const after = await platform.dump();
  claim(
    JSON.stringify(after) === JSON.stringify(before),
    'what anybody may do there is not as it was before',
  );
  say('Everything that anybody may do there is exactly as it was before.');
}
