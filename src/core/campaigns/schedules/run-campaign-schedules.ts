import { dueInstant, nextRunOf } from '../../../platform/cron-schedule.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { LapseError, required } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { loadPeople } from '../../reviews/evidence/pairs.sql.ts';
import type { CampaignRow } from '../campaigns.sql.ts';
import { beginCampaign } from '../create-campaign.ts';
import {
  type CampaignScheduleRow,
  claimDueSchedule,
  lockCampaignSchedule,
  recordScheduleRun,
} from './campaign-schedules.sql.ts';
import { fillTemplate } from './campaign-template.rules.ts';
import { appendScheduleEntry, type ScheduleOrder } from './manage-campaign-schedule.ts';

/** Begins a campaign of a schedule now, whether it is enabled or not; when it is due next stays as it is. */
export async function runCampaignSchedule(
  tx: Querier,
  id: string,
  order: ScheduleOrder,
): Promise<CampaignRow> {
  const schedule = required(await lockCampaignSchedule(tx, id), 'campaign schedule');
  // Nothing is due, so nobody else can have begun it.
  const campaign = (await beginFor(tx, schedule, { ...order, scheduled_for: null })) as CampaignRow;
  const run = { last_run_at: isoInstant(order.now), campaign_id: campaign.id, error: null };
  await recordScheduleRun(tx, id, run);
  return campaign;
}

/**
 * Begins the campaign of one schedule that is due, and says when it is due next, in one transaction: once, however many
 * workers there are. What was missed while nobody ran is made up for by the last of it. Answers how many schedules were due.
 */
export async function beginDueCampaign(tx: Querier, now: number): Promise<number> {
  const schedule = await claimDueSchedule(tx, now);
  if (!schedule) return 0;
  const { id, name, created_by } = schedule;
  const actor = `${created_by} (schedule ${name})`;
  try {
    const scheduled_for = dueInstant(schedule, now);
    const campaign = await beginFor(tx, schedule, { actor, now, scheduled_for });
    await recordScheduleRun(tx, id, {
      next_run_at: nextRunOf(schedule, now),
      last_run_at: isoInstant(now),
      campaign_id: campaign?.id ?? null,
      error: null,
    });
  } catch (error) {
    // It is thrown before anything is written.
    if (!(error instanceof LapseError)) throw error;
    await recordFailure(tx, schedule, { error, now });
  }
  return 1;
}

/** The one that is due longest and could not be run: the others go on, and it is tried again when it is due next. */
export async function passOverDueSchedule(
  tx: Querier,
  { error, now }: { error: Error; now: number },
): Promise<void> {
  const schedule = await claimDueSchedule(tx, now);
  if (schedule) await recordFailure(tx, schedule, { error, now });
}

async function recordFailure(
  tx: Querier,
  schedule: CampaignScheduleRow,
  { error, now }: { error: Error; now: number },
): Promise<void> {
  const { id, name } = schedule;
  const message = error.message || error.name;
  await recordScheduleRun(tx, id, {
    next_run_at: nextRunOrNone(schedule, now),
    last_run_at: isoInstant(now),
    campaign_id: null,
    error: message,
  });
  await appendScheduleEntry(
    tx,
    { actor: 'system', now },
    {
      event_type: 'campaign_schedule.failed',
      description: `The campaign schedule ${name} could not begin its campaign: ${message}`,
      data: { schedule_id: id, error: message },
    },
  );
}

/** None: even that cannot be told, such as of a time zone that this program does not know. */
function nextRunOrNone(schedule: CampaignScheduleRow, now: number): string | null {
  try {
    return nextRunOf(schedule, now);
  } catch {
    return null;
  }
}

interface Run extends ScheduleOrder {
  /** Null: by hand. */
  scheduled_for: number | null;
}

/** Null: the instant has its campaign already. */
async function beginFor(
  tx: Querier,
  schedule: CampaignScheduleRow,
  { actor, now, scheduled_for }: Run,
): Promise<CampaignRow | null> {
  const { id, time_zone, filter, due_days, report } = schedule;
  const fill = (template: string): string => fillTemplate(template, scheduled_for ?? now, time_zone);
  const campaign = await beginCampaign(tx, {
    name: fill(schedule.name),
    description: schedule.description === null ? null : fill(schedule.description),
    filter,
    reviewer_ids: await availableReviewers(tx, schedule.reviewer_ids),
    due_at: due_days === null ? null : isoInstant(now + due_days * DAY_MS),
    schedule_id: id,
    scheduled_for: scheduled_for === null ? null : isoInstant(scheduled_for),
    report,
    actor,
    now,
  });
  if (campaign === null) return null;
  await appendScheduleEntry(
    tx,
    { actor, now },
    {
      event_type: 'campaign_schedule.run',
      description: `The campaign schedule ${schedule.name} began the campaign ${campaign.name}.`,
      data: {
        schedule_id: id,
        campaign_id: campaign.id,
        scheduled_for: scheduled_for === null ? null : isoInstant(scheduled_for),
      },
    },
  );
  return campaign;
}

/** Those who were named and are still enabled. */
async function availableReviewers(tx: Querier, ids: readonly string[] | null): Promise<string[] | null> {
  if (ids === null) return null;
  const people = await loadPeople(tx, ids);
  const available = ids.filter((id) => people.get(id)?.disabled === false);
  if (available.length > 0) return available;
  throw new LapseError(
    'conflict',
    `None of its reviewers is enabled in the directory any more (${ids.join(', ')}). Choose others.`,
  );
}
