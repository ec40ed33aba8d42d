import { SLACK_PATH } from '../gateway/link-pages.rules.ts';
import type { Querier } from '../platform/database/database.ts';
import type { PageOf, PageRequest } from '../platform/database/page.ts';
import { getEndpoint, listEndpoints } from '../webhooks/endpoints.sql.ts';
import type { ShownSettings } from './channel.rules.ts';
import { type ChannelKind, type Occasion, occasionsOf } from './notification.rules.ts';

export type ChannelRow = {
  id: string;
  kind: ChannelKind;
  description: string;
  occasions: Occasion[];
  /** Without secrets. */
  settings: ShownSettings;
  /** Where an app of Slack sends what people press; null of others. */
  interactions_path: string | null;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_error: string | null;
  failing_since: string | null;
  created_by: string;
  created_at: string;
};

type StoredChannel = Omit<ChannelRow, 'occasions' | 'interactions_path'> & { event_types: string[] };

const COLUMNS = `w.id, w.kind, w.description, w.event_types, w.settings, w.status = 'enabled' AS enabled, w.disabled_reason,
  w.disabled_at, w.last_success_at, w.last_failure_at, w.last_error, w.failing_since, w.created_by, w.created_at`;

const shown = (tenantId: number, { event_types, ...channel }: StoredChannel): ChannelRow => ({
  ...channel,
  interactions_path: channel.settings.team_id === undefined ? null : `${SLACK_PATH}${tenantId}-${channel.id}`,
  occasions: occasionsOf(event_types),
});

export async function listChannels(q: Querier, page: PageRequest): Promise<PageOf<ChannelRow>> {
  const found = await listEndpoints<StoredChannel>(q, 'channels', COLUMNS, page);
  return { ...found, items: found.items.map((each) => shown(q.tenant_id, each)) };
}

export async function getChannel(q: Querier, id: string): Promise<ChannelRow | null> {
  const found = await getEndpoint<StoredChannel>(q, 'channels', COLUMNS, id);
  return found && shown(q.tenant_id, found);
}

export type LockedChannel = Pick<ChannelRow, 'id' | 'kind' | 'settings'> & {
  sealed_settings: string | null;
  status: 'enabled' | 'disabled';
};

export const lockChannel = (tx: Querier, id: string): Promise<LockedChannel | null> =>
  getEndpoint(tx, 'channels', 'id, kind, settings, sealed_settings, status', id, 'FOR UPDATE');
