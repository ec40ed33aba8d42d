import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Database } from '../platform/database/database.ts';
import type { CursorCodec } from './lists/cursor.ts';

export type TypedApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What the routes of every capability may use. */
export interface RouteContext {
  db: Database;
  /** For bodies of any length: a few connections, whose work yields to that of requests. */
  bulk: Database;
  cursors: CursorCodec;
  /** What seals secrets at rest and signs the log. */
  secrets_key: Buffer;
  auth_disabled: boolean;
  /** Whether the database is reachable and its schema the one this program knows. */
  isReady: () => Promise<boolean>;
}
