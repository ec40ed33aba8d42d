import { Type } from 'typebox';
import type { TypedApp } from '../gateway/route-context.ts';
import { LapseError } from '../platform/errors.ts';
import type { Resource } from './rules/attributes.rules.ts';
import {
  describeSchemas,
  describeTypes,
  listResponse,
  serviceProviderConfig,
} from './rules/service-description.rules.ts';
import { baseOf, type ScimSetup, scimRoute, sendScim } from './scim-route.ts';

const params = Type.Object({ id: Type.String() });

/** What the server says of itself. */
export function descriptionRoutes(app: TypedApp, setup: ScimSetup): void {
  app.get('/ServiceProviderConfig', scimRoute({}), (request, reply) =>
    sendScim(reply, serviceProviderConfig(baseOf(setup, request))),
  );
  for (const [path, describe] of [
    ['/ResourceTypes', describeTypes],
    ['/Schemas', describeSchemas],
  ] as const) {
    app.get(path, scimRoute({}), (request, reply) => {
      const all = describe(baseOf(setup, request));
      return sendScim(reply, listResponse(all, { total: all.length, start: 1 }));
    });
    app.get(`${path}/:id`, scimRoute({ params }), (request, reply) =>
      sendScim(reply, withId(describe(baseOf(setup, request)), request.params.id)),
    );
  }
}

function withId(all: readonly Resource[], id: string): Resource {
  const found = all.find((one) => String(one.id).toLowerCase() === id.toLowerCase());
  if (found) return found;
  throw new LapseError('not_found', `There is none with the id "${id}".`);
}
