import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
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

/** Makes the options of routes of one tag: what is said of them and what they are checked by, and how they differ otherwise. */
export const routeOf =
  (tag: string) =>
  <const Schema extends FastifySchema, Options extends object>(schema: Schema, options?: Options) => ({
    ...(options as Options),
    schema: { tags: [tag], ...schema },
  });

export const BODY_IS_OPTIONAL = { config: { bodyIsOptional: true } };

/** What the routes of every capability may use. */
export interface RouteContext {
  db: Database;
  cursors: CursorCodec;
  /** What seals secrets at rest and signs the log. */
  secrets_key: Buffer;
  auth_disabled: boolean;
  /** Whether the database is reachable and its schema the one this program knows. */
  isReady: () => Promise<boolean>;
}
