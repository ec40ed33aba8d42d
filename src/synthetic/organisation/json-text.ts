import type { DirectoryLine, GrantLine } from '../../core/directory/directory.rules.ts';
import type { UseEvent } from '../use-event.ts';

/**
 * The JSON text of a generated line. Grants and events come by the million and hold nothing that needs escaping (ids,
 * instants, fixed words, numbers); put together by hand they take a quarter of the time of `JSON.stringify`.
 */
export function directoryText(line: DirectoryLine): string {
  return line.kind === 'grant' ? grantText(line) : JSON.stringify(line);
}

function grantText(grant: GrantLine): string {
  const viaGroup = grant.via_group_id ? `,"via_group_id":"${grant.via_group_id}"` : '';
  const lastUse = grant.last_used_at ? `,"last_used_at":"${grant.last_used_at}"` : '';
  return (
    `{"kind":"grant","id":"${grant.id}","principal_id":"${grant.principal_id}","asset_id":"${grant.asset_id}",` +
    `"permission":"${grant.permission}","granted_at":"${grant.granted_at}"${viaGroup}${lastUse}}`
  );
}

export function eventText(event: UseEvent): string {
  const { metadata } = event;
  return (
    `{"event_id":"${event.event_id}","principal_id":"${event.principal_id}","asset_id":"${event.asset_id}",` +
    `"action":"${event.action}","platform":"${event.platform}","timestamp":"${event.timestamp}",` +
    `"metadata":{"source_ip":"${metadata.source_ip}","query_type":"${metadata.query_type}",` +
    `"rows_returned":${metadata.rows_returned}}}`
  );
}
