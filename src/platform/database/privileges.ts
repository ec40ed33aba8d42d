import pg from 'pg';
import { StartupError } from '../errors.ts';
import type { Database } from './database.ts';

/** What the application may do to each table. A table that is not listed cannot be read. */
const TABLE_PRIVILEGES: Record<string, string> = {
  schema_migrations: 'SELECT',
  tenants: 'SELECT, INSERT',
  // UPDATE also because naming locks the row.
  organisations: 'SELECT, INSERT, UPDATE',
  principals: 'SELECT, INSERT, UPDATE',
  memberships: 'SELECT, INSERT, DELETE',
  former_memberships: 'SELECT, INSERT, UPDATE',
  identities: 'SELECT, INSERT, UPDATE, DELETE',
  scim_tokens: 'SELECT, INSERT, UPDATE',
  scim_resources: 'SELECT, INSERT, UPDATE, DELETE',
  scim_keys: 'SELECT, INSERT, DELETE',
  import_names: 'SELECT, INSERT, DELETE',
  assets: 'SELECT, INSERT, UPDATE',
  grants: 'SELECT, INSERT, UPDATE',
  search_terms: 'SELECT, INSERT, DELETE',
  // UPDATE because folding locks rows before it deletes them.
  tallies: 'SELECT, INSERT, UPDATE, DELETE',
  idempotency_keys: 'SELECT, INSERT, UPDATE, DELETE',
  idempotency_keys_in_flight: 'SELECT, INSERT, UPDATE, DELETE',
  rate_windows: 'SELECT, INSERT, UPDATE',
  sessions: 'SELECT, INSERT, UPDATE, DELETE',
  // DELETE because tenants keep them for as long as each wants to.
  events: 'SELECT, INSERT, DELETE',
  inbox: 'SELECT, INSERT, UPDATE, DELETE',
  recalculations: 'SELECT, INSERT, UPDATE, DELETE',
  dead_letters: 'SELECT, INSERT, DELETE',
  event_rejections: 'SELECT, INSERT, UPDATE, DELETE',
  grant_scores: 'SELECT, INSERT, UPDATE',
  principal_scores: 'SELECT, INSERT, UPDATE, DELETE',
  lapse_counts: 'SELECT, INSERT, UPDATE',
  score_history: 'SELECT, INSERT, UPDATE, DELETE',
  peer_groups: 'SELECT, INSERT, UPDATE',
  peer_moves: 'SELECT, INSERT, UPDATE, DELETE',
  inventory_looks: 'SELECT, INSERT, UPDATE',
  principal_baselines: 'SELECT, INSERT, UPDATE',
  anomaly_signals: 'SELECT, INSERT',
  telemetry_gaps: 'SELECT, INSERT, UPDATE',
  policies: 'SELECT, INSERT',
  policy_dry_runs: 'SELECT, INSERT, UPDATE, DELETE',
  overviews: 'SELECT, INSERT, UPDATE',
  likelihoods: 'SELECT, INSERT, UPDATE',
  learned: 'SELECT, INSERT, UPDATE',
  overview_changes: 'SELECT, INSERT, UPDATE',
  band_days: 'SELECT, INSERT, UPDATE, DELETE',
  jobs: 'SELECT, INSERT, UPDATE',
  reviews: 'SELECT, INSERT, UPDATE',
  review_decisions: 'SELECT, INSERT',
  group_decisions: 'SELECT, INSERT, UPDATE',
  group_decision_reviews: 'SELECT, INSERT, UPDATE',
  waiting_reviews: 'SELECT, INSERT, UPDATE, DELETE',
  waiting_turns: 'SELECT, INSERT, UPDATE, DELETE',
  holder_questions: 'SELECT, INSERT, UPDATE',
  review_comments: 'SELECT, INSERT',
  seeded_questions: 'SELECT, INSERT, UPDATE',
  disabled_accounts: 'SELECT, INSERT, UPDATE',
  rules: 'SELECT, INSERT, UPDATE, DELETE',
  held_questions: 'SELECT, INSERT, UPDATE, DELETE',
  holder_links: 'SELECT, INSERT, DELETE',
  seen_reviewers: 'SELECT, INSERT, UPDATE, DELETE',
  decision_links: 'SELECT, INSERT, UPDATE, DELETE',
  slack_users: 'SELECT, INSERT, UPDATE, DELETE',
  slack_requests: 'SELECT, INSERT, UPDATE, DELETE',
  workflows: 'SELECT, INSERT, UPDATE',
  campaigns: 'SELECT, INSERT, UPDATE',
  campaign_schedules: 'SELECT, INSERT, UPDATE, DELETE',
  substitutes: 'SELECT, INSERT, DELETE',
  review_counts: 'SELECT, INSERT, UPDATE',
  review_count_changes: 'SELECT, INSERT, UPDATE, DELETE',
  unanswered_changes: 'SELECT, INSERT, UPDATE, DELETE',
  connectors: 'SELECT, INSERT, UPDATE, DELETE',
  connector_objects: 'SELECT, INSERT, UPDATE, DELETE',
  connector_sightings: 'SELECT, INSERT, DELETE',
  accounts: 'SELECT, INSERT, UPDATE, DELETE',
  account_conflicts: 'SELECT, INSERT, UPDATE, DELETE',
  // UPDATE because taking one up locks it.
  removed_connectors: 'SELECT, INSERT, UPDATE, DELETE',
  removed_objects: 'SELECT, INSERT, DELETE',
  removed_accounts: 'SELECT, INSERT, DELETE',
  remediations: 'SELECT, INSERT, UPDATE',
  remediation_steps: 'SELECT, INSERT',
  remediation_breakers: 'SELECT, INSERT, UPDATE',
  webhooks: 'SELECT, INSERT, UPDATE, DELETE',
  webhook_events: 'SELECT, INSERT, DELETE',
  webhook_deliveries: 'SELECT, INSERT, UPDATE, DELETE',
  notifications: 'SELECT, INSERT, UPDATE, DELETE',
  notification_settings: 'SELECT, INSERT, UPDATE',
  notification_digests: 'SELECT, INSERT, DELETE',
  views: 'SELECT, INSERT, UPDATE, DELETE',
  reports: 'SELECT, INSERT, UPDATE, DELETE',
  report_chunks: 'SELECT, INSERT, DELETE',
  report_schedules: 'SELECT, INSERT, UPDATE, DELETE',
  report_schedule_runs: 'SELECT, INSERT, UPDATE, DELETE',
  work_failures: 'SELECT, INSERT, UPDATE, DELETE',
  stage_timings: 'SELECT, INSERT, UPDATE, DELETE',
  ingest_totals: 'SELECT, INSERT, UPDATE',
  alert_states: 'SELECT, INSERT, UPDATE, DELETE',
  alert_silences: 'SELECT, INSERT, UPDATE, DELETE',
  alert_evaluations: 'SELECT, INSERT, UPDATE',
  // Nobody changes what was recorded, nor says when it was.
  audit_entries:
    'SELECT, INSERT (tenant_id, id, principal_id, review_id, asset_id, event_type, description, actor, at, data)',
  // What was signed last is sealed with the key.
  audit_logs: 'SELECT, INSERT, UPDATE (sealed_private_key)',
  audit_sendings: 'SELECT, INSERT, UPDATE',
  audit_troubles: 'SELECT, INSERT, UPDATE, DELETE',
  audit_positions: 'SELECT, INSERT',
  audit_checkpoints: 'SELECT, INSERT',
  // A trigger lets them only grow.
  audit_tiles: 'SELECT, INSERT, UPDATE',
  audit_sequencers: 'SELECT, INSERT, UPDATE',
  audit_counts: 'SELECT, INSERT, UPDATE',
};

/** What the role of this connection may not do and must, as `INSERT on events`. */
export async function missingPrivileges(db: Database): Promise<string[]> {
  const wanted = Object.entries(TABLE_PRIVILEGES).flatMap(([table, privileges]) =>
    // Without the columns it is limited to.
    privileges
      .replace(/ \(.*?\)/g, '')
      .split(', ')
      .map((privilege) => ({ table, privilege })),
  );
  const rows = await db.registry<{ table: string; privilege: string }>(
    `SELECT w.t AS table, w.p AS privilege FROM unnest($1::text[], $2::text[]) AS w (t, p)
     WHERE CASE WHEN to_regclass(quote_ident(w.t)) IS NULL THEN true
                WHEN w.p = 'DELETE' THEN NOT has_table_privilege(to_regclass(quote_ident(w.t)), w.p)
                ELSE NOT has_any_column_privilege(to_regclass(quote_ident(w.t)), w.p) END`,
    [wanted.map(({ table }) => table), wanted.map(({ privilege }) => privilege)],
  );
  return rows.map(({ table, privilege }) => `${privilege} on ${table}`);
}

/** Runs as the owner; makes the application's role if it is missing and the owner may make roles. */
export async function grantPrivileges(
  client: pg.ClientBase,
  application: { role: string; password?: string },
): Promise<void> {
  const role = pg.escapeIdentifier(application.role);
  const { rows } = await client.query(
    `SELECT r.rolname IS NOT NULL AS found, current_user = $1 AS is_owner
     FROM (SELECT) AS one LEFT JOIN pg_roles r ON r.rolname = $1`,
    [application.role],
  );
  if (rows[0].is_owner) {
    throw new StartupError(
      `DATABASE_URL and MIGRATIONS_DATABASE_URL name the same role (${application.role}): the application must not own its tables, give it a role of its own.`,
    );
  }
  if (!rows[0].found) {
    const password = application.password ? ` PASSWORD ${pg.escapeLiteral(application.password)}` : '';
    await client.query(`CREATE ROLE ${role} LOGIN${password}`);
  }
  await client.query('BEGIN');
  await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  for (const [table, privileges] of Object.entries(TABLE_PRIVILEGES)) {
    await client.query(`GRANT ${privileges} ON ${pg.escapeIdentifier(table)} TO ${role}`);
  }
  await client.query('COMMIT');
}
