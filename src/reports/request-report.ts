import { v7 as uuidv7 } from 'uuid';
import { getCampaign } from '../core/campaigns/campaigns.sql.ts';
import { loadPolicy } from '../core/policy/policies.sql.ts';
import { refuse } from '../gateway/lists/instants.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Fault, LapseError, required } from '../platform/errors.ts';
import { appendReportEntry } from './content/entries.sql.ts';
import { estimateRows } from './estimate.sql.ts';
import type { ReportRequest } from './report.rules.ts';
import { countGenerating, insertReport, markRemoved, type ReportRow } from './reports.sql.ts';
import { estimatedMs, periodFaults } from './request.rules.ts';

/** More would wait for hours; whoever asks for so many should hear of it. */
const GENERATING_MAX = 50;
const TRY_AGAIN_S = 30;
/** What each report that waits before it adds to the estimate. */
const WAITING_MS = 2_000;

export interface ReportWish {
  request: ReportRequest;
  /** As the audit trail and the report show it. */
  actor: string;
  now: number;
}

/** Asks for a report; a worker makes it. */
export async function requestReport(tx: Querier, wish: ReportWish): Promise<ReportRow> {
  const { request, actor, now } = wish;
  const { policy } = await loadPolicy(tx);
  refuse(await campaignFaults(tx, request));
  const [start, end] = [Date.parse(request.period_start), Date.parse(request.period_end)];
  refuse(periodFaults(request.type, { start, end, now }, policy.retention));
  const waiting = await countGenerating(tx);
  if (waiting >= GENERATING_MAX) {
    throw new LapseError(
      'rate_limited',
      `${waiting} reports of the tenant are waiting or being made; try again when some are done.`,
      undefined,
      { retry_after: TRY_AGAIN_S },
    );
  }
  const rows_estimated = await estimateRows(tx, request);
  const at = new Date(now).toISOString();
  const report = await insertReport(tx, {
    ...request,
    id: uuidv7(),
    requested_by: actor,
    created_at: at,
    rows_estimated,
    estimated_completion: new Date(
      now + estimatedMs(request.format, rows_estimated) + waiting * WAITING_MS,
    ).toISOString(),
  });
  await appendReportEntry(tx, report, {
    event_type: 'report.requested',
    description: `The report ${request.type} was asked for as ${request.format}.`,
    actor,
    at,
    data: { filters: request.filters },
  });
  return report;
}

async function campaignFaults(tx: Querier, { type, filters }: ReportRequest): Promise<Fault[]> {
  const { campaign_id = null } = filters;
  if (campaign_id === null) return [];
  const loc = ['body', 'filters', 'campaign_id'];
  if (type !== 'review_decisions')
    return [{ loc, msg: 'expected no campaign: only review_decisions is about one', type: 'not_together' }];
  if ((await getCampaign(tx, campaign_id)) === null)
    return [{ loc, msg: 'expected the id of a campaign', type: 'not_found' }];
  return [];
}

/** Gone for everybody at once; a worker removes the bytes, and one that is making it stops. */
export async function deleteReport(
  tx: Querier,
  { id, actor, now }: { id: string; actor: string; now: number },
): Promise<ReportRow> {
  const at = new Date(now).toISOString();
  const report = required(await markRemoved(tx, id, at), 'report');
  await appendReportEntry(tx, report, {
    event_type: 'report.deleted',
    description: `The report ${report.type} was deleted.`,
    actor,
    at,
    data: { status: report.status, sha256: report.sha256 },
  });
  return report;
}
