import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import { refuse } from '../../gateway/lists/instants.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Fault } from '../../platform/errors.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { loadPeople } from '../reviews/evidence/pairs.sql.ts';
import { type CampaignRow, insertCampaign } from './campaigns.sql.ts';

export type NewCampaign = Pick<CampaignRow, 'name' | 'description' | 'filter' | 'reviewer_ids' | 'due_at'> & {
  actor: string;
  now: number;
};

const AHEAD_MS_MAX = 3_653 * DAY_MS;
const isDueDate = (ms: number, now: number): boolean => ms > now && ms <= now + AHEAD_MS_MAX;

/** Begins a campaign; its reviews are made in batches behind it. */
export async function createCampaign(tx: Querier, campaign: NewCampaign): Promise<CampaignRow> {
  const { name, description, filter, reviewer_ids, due_at, actor, now } = campaign;
  const faults: Fault[] = [];
  if (due_at !== null && !isDueDate(Date.parse(due_at), now)) {
    const msg = 'expected an instant in the future, at most ten years ahead';
    faults.push({ loc: ['body', 'due_at'], msg, type: 'out_of_range' });
  }
  const people = await loadPeople(tx, reviewer_ids ?? []);
  for (const [index, id] of (reviewer_ids ?? []).entries()) {
    if (people.get(id)?.disabled === false) continue;
    const msg = 'expected the id of a principal that is enabled';
    faults.push({ loc: ['body', 'reviewer_ids', index], msg, type: 'not_allowed' });
  }
  refuse(faults);
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
  });
  await appendAuditEntries(tx, [
    {
      event_type: 'campaign.created',
      description: `The campaign ${name} was begun.`,
      actor,
      at,
      data: { campaign_id: row.id, name, filter, reviewer_ids, due_at: row.due_at },
    },
  ]);
  return row;
}
