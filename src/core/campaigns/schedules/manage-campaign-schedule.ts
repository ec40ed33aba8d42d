import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { AuditType } from '../../../audit/types.rules.ts';
import { refuse } from '../../../gateway/lists/instants.ts';
import {
  nextRunAfterChange,
  nextRunOf,
  requireRoomForSchedule,
} from '../../../platform/cron-schedule.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { required } from '../../../platform/errors.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { reviewerFaults } from '../create-campaign.ts';
import { type CampaignScheduleSettings, campaignScheduleFaults } from './campaign-schedule.rules.ts';
import {
  deleteCampaignSchedule,
  insertCampaignSchedule,
  lockAndCountSchedules,
  lockCampaignSchedule,
  updateCampaignSchedule,
} from './campaign-schedules.sql.ts';

export interface ScheduleOrder {
  /** As the audit trail shows it. */
  actor: string;
  now: number;
}

export async function addCampaignSchedule(
  tx: Querier,
  settings: CampaignScheduleSettings,
  order: ScheduleOrder,
): Promise<string> {
  refuse([...campaignScheduleFaults(settings), ...(await reviewerFaults(tx, settings.reviewer_ids))]);
  requireRoomForSchedule(await lockAndCountSchedules(tx));
  const { actor, now } = order;
  const id = uuidv7();
  await insertCampaignSchedule(tx, {
    ...settings,
    id,
    next_run_at: nextRunOf(settings, now),
    created_by: actor,
    created_at: isoInstant(now),
  });
  await appendScheduleEntry(tx, order, {
    event_type: 'campaign_schedule.created',
    description: `The campaign schedule ${settings.name} was set up.`,
    data: { schedule_id: id, ...settings },
  });
  return id;
}

export async function appendScheduleEntry(
  tx: Querier,
  { actor, now }: ScheduleOrder,
  entry: { event_type: AuditType; description: string; data: Record<string, unknown> },
): Promise<void> {
  await appendAuditEntries(tx, [{ actor, at: isoInstant(now), ...entry }]);
}

/** What is left out stays as it is. */
type SchedulePatch = {
  [Field in keyof CampaignScheduleSettings]?: CampaignScheduleSettings[Field] | undefined;
};

export async function changeCampaignSchedule(
  tx: Querier,
  id: string,
  patch: SchedulePatch,
  order: ScheduleOrder,
): Promise<void> {
  const before = required(await lockCampaignSchedule(tx, id), 'campaign schedule');
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given };
  // Those who have been disabled since must not keep anybody from pausing it.
  const reviewers = await reviewerFaults(tx, patch.reviewer_ids ?? null);
  refuse([...campaignScheduleFaults(after), ...reviewers]);
  await updateCampaignSchedule(tx, {
    ...after,
    next_run_at: nextRunAfterChange(before, after, order.now),
  });
  await appendScheduleEntry(tx, order, {
    event_type: 'campaign_schedule.changed',
    description: `The campaign schedule ${after.name} was changed.`,
    data: { schedule_id: id, ...given },
  });
}

/** Campaigns it has begun stay and go on. */
export async function removeCampaignSchedule(tx: Querier, id: string, order: ScheduleOrder): Promise<void> {
  const before = required(await lockCampaignSchedule(tx, id), 'campaign schedule');
  await deleteCampaignSchedule(tx, id);
  await appendScheduleEntry(tx, order, {
    event_type: 'campaign_schedule.deleted',
    description: `The campaign schedule ${before.name} was deleted.`,
    data: { schedule_id: id },
  });
}
