import type { AuditLineFields } from './line.rules.ts';

/**
 * Whether an entry `e` without a position should have one: the sequencer has looked past its transaction. Somebody put it past
 * the sequencer, or took its place away.
 */
export const outsideSql = (tenant: string, position: string): string => `${position} IS NULL AND EXISTS (
    SELECT FROM audit_sequencers s JOIN pg_control_system() c ON c.system_identifier::text = s.cluster
    WHERE s.tenant_id = ${tenant} AND s.sequenced IS NOT NULL AND pg_visible_in_snapshot(e.appended_xid, s.sequenced))`;

/** The columns of `e` that an entry's bytes are made of (AuditLineFields). Nothing here depends on the settings of a session. */
const exact = (column: string): string => `to_json(e.${column} AT TIME ZONE 'UTC') #>> '{}' AS ${column}`;

export const LINE_COLUMNS = `e.form, e.id, ${exact('recorded_at')}, ${exact('at')}, e.event_type, e.actor, e.principal_id,
  e.review_id, e.asset_id, e.description, e.data::text AS data`;

/** From the values of these columns by their order. Its id is null where there is no entry. */
export const lineOf = (values: readonly unknown[]): AuditLineFields =>
  ({
    form: values[0],
    id: values[1],
    recorded_at: values[2],
    at: values[3],
    event_type: values[4],
    actor: values[5],
    principal_id: values[6],
    review_id: values[7],
    asset_id: values[8],
    description: values[9],
    data: values[10],
  }) as AuditLineFields;
export const LINE_LENGTH = 11;
