import type { Querier } from '../../platform/database/database.ts';
import type { SlackMessage } from './slack-payload.rules.ts';

interface Known {
  channel_id: string;
  team_id: string;
  principal_id: string;
}

/** So long it is believed who has an address; then Slack is asked again. */
const FOUND_DAYS = 7;

/** As whom Slack knows a person by this address; null where it was not asked lately. */
export async function findSlackUser(
  q: Querier,
  { channel_id, team_id, principal_id, email }: Known & { email: string },
): Promise<string | null> {
  const rows = await q.query<{ user_id: string }>(
    `SELECT user_id FROM slack_users
     WHERE tenant_id = $1 AND channel_id = $2 AND principal_id = $3 AND team_id = $4 AND email = $5
       AND found_at > now() - interval '${FOUND_DAYS} days'`,
    [q.tenant_id, channel_id, principal_id, team_id, email],
  );
  return rows[0]?.user_id ?? null;
}

/** A user is one person: whoever was known by it before is not any more. */
export async function noteSlackUser(
  tx: Querier,
  { channel_id, team_id, principal_id, email, user_id }: Known & { email: string; user_id: string },
): Promise<void> {
  await tx.query(
    `DELETE FROM slack_users WHERE tenant_id = $1 AND channel_id = $2 AND team_id = $3 AND user_id = $4
       AND principal_id <> $5`,
    [tx.tenant_id, channel_id, team_id, user_id, principal_id],
  );
  await tx.query(
    `INSERT INTO slack_users (tenant_id, channel_id, team_id, user_id, principal_id, email, found_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (tenant_id, channel_id, principal_id) DO UPDATE SET team_id = excluded.team_id,
       user_id = excluded.user_id, email = excluded.email, found_at = excluded.found_at`,
    [tx.tenant_id, channel_id, team_id, user_id, principal_id, email],
  );
}

/** Slack knows nobody by the address any more. */
export async function forgetSlackUser(
  q: Querier,
  { channel_id, principal_id }: Pick<Known, 'channel_id' | 'principal_id'>,
): Promise<void> {
  await q.query('DELETE FROM slack_users WHERE tenant_id = $1 AND channel_id = $2 AND principal_id = $3', [
    q.tenant_id,
    channel_id,
    principal_id,
  ]);
}

/** Who somebody in Slack is; null unless the directory still has the address that Slack was asked for. */
export async function principalOfSlackUser(
  q: Querier,
  { channel_id, team_id, user_id }: { channel_id: string; team_id: string; user_id: string },
): Promise<string | null> {
  const rows = await q.query<{ principal_id: string }>(
    `SELECT s.principal_id FROM slack_users s
     JOIN principals p ON p.tenant_id = $1 AND p.id = s.principal_id AND p.email = s.email
     WHERE s.tenant_id = $1 AND s.channel_id = $2 AND s.team_id = $3 AND s.user_id = $4`,
    [q.tenant_id, channel_id, team_id, user_id],
  );
  return rows[0]?.principal_id ?? null;
}

/** False: it was taken before. */
export async function takeSlackRequest(
  q: Querier,
  request: { channel_id: string; signature_hash: Buffer },
): Promise<boolean> {
  const rows = await q.query(
    `INSERT INTO slack_requests (tenant_id, channel_id, signature_hash, received_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (tenant_id, channel_id, signature_hash) DO NOTHING RETURNING true`,
    [q.tenant_id, request.channel_id, request.signature_hash],
  );
  return rows.length > 0;
}

export async function keepSlackMessage(
  q: Querier,
  request: { channel_id: string; signature_hash: Buffer; message: SlackMessage },
): Promise<void> {
  await q.query(
    'UPDATE slack_requests SET message = $4 WHERE tenant_id = $1 AND channel_id = $2 AND signature_hash = $3',
    [q.tenant_id, request.channel_id, request.signature_hash, JSON.stringify(request.message)],
  );
}

export async function findSlackMessage(
  q: Querier,
  request: { channel_id: string; signature_hash: Buffer },
): Promise<SlackMessage | null> {
  const rows = await q.query<{ message: SlackMessage | null }>(
    'SELECT message FROM slack_requests WHERE tenant_id = $1 AND channel_id = $2 AND signature_hash = $3',
    [q.tenant_id, request.channel_id, request.signature_hash],
  );
  return rows[0]?.message ?? null;
}

/** Of a channel that was deleted. */
export async function forgetSlackUsers(tx: Querier, channelId: string): Promise<void> {
  await tx.query('DELETE FROM slack_users WHERE tenant_id = $1 AND channel_id = $2', [
    tx.tenant_id,
    channelId,
  ]);
}
