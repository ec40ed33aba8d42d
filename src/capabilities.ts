import { alerts } from './alerts/capability.ts';
import { audit } from './audit/capability.ts';
import { connectors } from './connectors/capability.ts';
import { core } from './core/capability.ts';
import { notifications } from './notifications/capability.ts';
import { remediation } from './remediation/capability.ts';
import { reports } from './reports/capability.ts';
import { scim } from './scim/capability.ts';
import { sessions } from './sessions/capability.ts';
import { views } from './views/capability.ts';
import { webhooks } from './webhooks/capability.ts';

/** Everything that Lapse can do. Each brings its routes and the words of its audit entries; `workers/` says what runs in which thread. */
export const CAPABILITIES = [
  core,
  audit,
  reports,
  connectors,
  scim,
  remediation,
  webhooks,
  notifications,
  sessions,
  alerts,
  views,
] as const;
