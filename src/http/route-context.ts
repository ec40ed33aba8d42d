import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { LogKeys } from '../audit/log-keys.ts';
import type { Admission } from '../commands/admit-events.ts';
import type { ConnectorSetup } from '../commands/connector-setup.ts';
import type { WebhookSetup } from '../commands/webhook-setup.ts';
import type { ReportStorages } from '../reports/report-context.ts';
import type { Database } from '../store/database.ts';
import type { RecentPolicies } from '../store/policies.ts';
import type { CursorCodec } from './cursor.ts';
import type { ScoreForm } from './score-form.ts';

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
  /** Called after a commit that left something to do beside the gateway. */
  onWork?: (() => void) | undefined;
  /** Called after a commit of events, which only the pipeline has to do with. */
  onEventsStored?: (() => void) | undefined;
}
