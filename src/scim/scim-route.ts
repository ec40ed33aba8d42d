import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { SCIM_TYPE } from '../gateway/scim-errors.ts';
import type { Database } from '../platform/database/database.ts';

export interface ScimSetup {
  db: Database;
  /** Where people and programs reach Lapse; null: where a request came in. */
  public_url: string | null;
}

/** SCIM describes itself under /Schemas; openapi.json is about the API of Lapse. Parameters that nobody knows are ignored there. */
export const scimRoute = <const Schema extends FastifySchema>(schema: Schema) => ({
  config: { places: 'scim' as const },
  schema: { hide: true, querystring: Type.Unknown(), ...schema },
});

/** Of this server, without a slash at its end. */
export const baseOf = ({ public_url }: ScimSetup, request: FastifyRequest): string =>
  `${(public_url ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '')}/scim/v2`;

export const sendScim = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.type(SCIM_TYPE).serializer(String).send(JSON.stringify(body));
