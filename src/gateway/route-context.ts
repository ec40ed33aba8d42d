import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { LogKeys } from '../audit/log/log-keys.ts';
import type { ConnectorSetup } from '../connectors/connector-setup.ts';
import type { Admission } from '../core/events/admit-events.ts';
import type { RecentPolicies } from '../core/policy/policies.sql.ts';
import type { ScoreForm } from '../core/scores/lists/score.schema.ts';
import type { Database } from '../platform/database/database.ts';
import type { ReportStorages } from '../reports/report-context.ts';
import type { WebhookSetup } from '../webhooks/webhook-setup.ts';
import type { CursorCodec } from './lists/cursor.ts';

export type TypedApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What routes may use. */
export interface RouteContext {
  db: Database;
  /** For bodies of any length: a few connections, whose work yields to that of requests. */
  bulk: Database;
  cursors: CursorCodec;
  log_keys: LogKeys;
  policies: RecentPolicies;
  connectors: ConnectorSetup;
  webhooks: WebhookSetup;
  storages: ReportStorages;
  is_auth_disabled: boolean;
  /** What a list of scores shows when the query does not tell. */
  default_score_form: ScoreForm;
  /** Whether the database is reachable and its schema the one this program knows. */
  isReady: () => Promise<boolean>;
  /** Whether there is room for more events of a tenant. */
  admission: Admission;
}
