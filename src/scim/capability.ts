import type { Capability } from '../gateway/capability.ts';
import type { TypedApp } from '../gateway/route-context.ts';
import { descriptionRoutes } from './description.routes.ts';
import { resourceRoutes } from './resources/resources.routes.ts';
import { tokenRoutes } from './tokens/tokens.routes.ts';

const AUDIT_TYPES = ['scim_token.created', 'scim_token.rotated', 'scim_token.revoked'] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const scim: Capability<{ public_url: string | null }> = {
  audit_types: AUDIT_TYPES,
  routes(app, context) {
    tokenRoutes(app, context);
    void app.register(
      async (scope) => {
        const typed = scope as unknown as TypedApp;
        descriptionRoutes(typed, context);
        resourceRoutes(typed, context);
      },
      { prefix: '/scim/v2' },
    );
  },
};
