import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Database } from '../store/database.ts';
import type { CursorCodec } from './cursor.ts';

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
  cursors: CursorCodec;
  /** Whether the database is reachable and its schema the one this program knows. */
  isReady: () => Promise<boolean>;
}
