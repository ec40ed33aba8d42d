import type { Capability } from '../gateway/capability.ts';
import { deliveryRoutes } from './deliveries.routes.ts';
import type { WebhookReach } from './reach/reach.rules.ts';
import { webhookRoutes } from './webhooks.routes.ts';

const AUDIT_TYPES = [
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.deleted',
] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const webhooks: Capability<{ webhook_reach: WebhookReach }> = {
  audit_types: AUDIT_TYPES,
  routes(app, context) {
    webhookRoutes(app, context, { secrets_key: context.secrets_key, reach: context.webhook_reach });
    deliveryRoutes(app, context);
  },
};
