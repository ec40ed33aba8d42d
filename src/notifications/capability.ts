import type { Capability } from '../gateway/capability.ts';
import type { WebhookReach } from '../webhooks/reach/reach.rules.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { slackRoutes } from './slack/slack.routes.ts';

const AUDIT_TYPES = [
  'notification_channel.created',
  'notification_channel.changed',
  'notification_channel.deleted',
  'notification_settings.changed',
] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const notifications: Capability<{ webhook_reach: WebhookReach }> = {
  audit_types: AUDIT_TYPES,
  routes: (app, context) => {
    const setup = { secrets_key: context.secrets_key, reach: context.webhook_reach };
    notificationRoutes(app, context, setup);
    settingsRoutes(app, context);
    slackRoutes(app, context, setup);
  },
};
