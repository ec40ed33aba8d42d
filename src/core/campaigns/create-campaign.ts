import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import { refuse } from '../../gateway/lists/instants.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Fault } from '../../platform/errors.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { loadPeople } from '../reviews/evidence/pairs.sql.ts';
import { type CampaignRow, insertCampaign, type NewCampaignRow } from './campaigns.sql.ts';

type Wanted = Pick<CampaignRow, 'name' | 'description' | 'filter' | 'reviewer_ids' | 'due_at'> & {
  actor: string;
  now: number;
};

const AHEAD_MS_MAX = 3_653 * DAY_MS;
const isDueDate = (ms: number, now: number): boolean => ms > now && ms <= now + AHEAD_MS_MAX;

/** Begins a campaign that somebody asks for. */
export async function createCampaign(tx: Querier, wanted: Wanted): Promise<CampaignRow> {
  const { due_at, reviewer_ids, now } = wanted;
  const faults: Fault[] = [];
  if (due_at !== null && !isDueDate(Date.parse(due_at), now)) {
    const msg = 'expected an instant in the future, at most ten years ahead';
    faults.push({ loc: ['body', 'due_at'], msg, type: 'out_of_range' });
  }
  faults.push(...(await reviewerFaults(tx, reviewer_ids)));
  refuse(faults);
  const campaign = await beginCampaign(tx, {
    ...wanted,
    schedule_id: null,
    scheduled_for: null,
    report: null,
  });
  return campaign as CampaignRow;
}

export async function reviewerFaults(tx: Querier, reviewerIds: readonly string[] | null): Promise<Fault[]> {
  const people = await loadPeople(tx, reviewerIds ?? []);
  return (reviewerIds ?? []).flatMap((id, index) =>
    people.get(id)?.disabled === false
      ? []
      : [
          {
            loc: ['body', 'reviewer_ids', index],
            msg: 'expected the id of a principal that is enabled',
            type: 'not_allowed',
          },
        ],
  );
}

export type NewCampaign = Wanted & Pick<NewCampaignRow, 'schedule_id' | 'scheduled_for' | 'report'>;

/**
 * Begins a campaign; its reviews are made in batches behind it. Null: the instant of the schedule has its campaign already, and
 * nothing was done.
 */
export async function beginCampaign(tx: Querier, campaign: NewCampaign): Promise<CampaignRow | null> {
  const { name, description, filter, reviewer_ids, due_at, actor, now } = campaign;
  const { schedule_id, scheduled_for, report } = campaign;
  const at = new Date(now).toISOString();
  const row = await insertCampaign(tx, {
    id: uuidv7(),
    name,
    description,
    filter,
    reviewer_ids,
    due_at: due_at === null ? null : new Date(due_at).toISOString(),
    created_by: actor,
    created_at: at,
    schedule_id,
    scheduled_for,
    report,
  });
  if (row === null) return null;
  await appendAuditEntries(tx, [
    {
      event_type: 'campaign.created',
      description: `The campaign ${name} was begun.`,
      actor,
      at,
      data: {
        campaign_id: row.id,
        name,
        filter,
        reviewer_ids,
        due_at: row.due_at,
        ...(schedule_id !== null && { schedule_id, scheduled_for, report }),
      },
    },
  ]);
  return row;
}
