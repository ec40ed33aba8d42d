/** The columns of `e` that an entry's bytes are made of (AuditLineFields). Nothing here depends on the settings of a session. */
const exact = (column: string): string => `to_json(e.${column} AT TIME ZONE 'UTC') #>> '{}' AS ${column}`;

export const LINE_COLUMNS = `e.form, e.id, ${exact('recorded_at')}, ${exact('at')}, e.event_type, e.actor, e.principal_id,
  e.review_id, e.asset_id, e.description, e.data::text AS data`;
