/**
 * What endpoints may subscribe to. Each is an audit entry of the same name, and its data; only a
 * checkpoint is none, because it is over the entries.
 */
export const WEBHOOK_TYPES = [
  'score.threshold_crossed',
  'grant.threshold_crossed',
  'review.created',
  'review.decided',
  'review.escalated',
  'review.expired',
  'remediation.executed',
  'remediation.failed',
  'remediation.reverted',
  'remediation.requested',
  'remediation.blocked',
  'remediation.attested',
  'remediation.verified',
  'remediation.still_present',
  'grant.reappeared',
  'anomaly.detected',
  'report.completed',
  'alert.firing',
  'alert.resolved',
  'audit.checkpoint',
] as const;

/** Sent to one endpoint that asks for it, never subscribed to. */
export const TEST_TYPE = 'webhook.test';

/** Told to people, not to programs. */
export const NOTIFICATION_TYPES = [
  'review.reassigned',
  'review.reviewer_asked',
  'review.reminded',
  'review.commented',
  'review.holder_asked',
  'review.holder_kept',
  'review.holder_released',
] as const;

export const ENDPOINT_KINDS = ['webhook', 'slack', 'teams', 'email'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

/** Why a message to people is kept back: for what else is in it, or for its recipient's hours, days or digest. */
export const WAITS_FOR = ['gathering', 'quiet_hours', 'weekdays', 'digest'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

export interface Subscription {
  endpoint_id: string;
  kind: EndpointKind;
  event_types: readonly string[];
  /** Of people: each is written to by themselves, and not a channel. */
  is_personal?: boolean;
}

const FOR_PROGRAMS: ReadonlySet<string> = new Set(WEBHOOK_TYPES);
const FOR_ANYBODY: ReadonlySet<string> = new Set([...WEBHOOK_TYPES, ...NOTIFICATION_TYPES]);

/** Whether events of this type go to anybody at all. */
export const isSent = (type: string): boolean => FOR_ANYBODY.has(type);

export function subscribesTo({ kind, event_types }: Subscription, type: string): boolean {
  const known = kind === 'webhook' ? FOR_PROGRAMS : FOR_ANYBODY;
  return known.has(type) && (event_types.includes(type) || event_types.includes('*'));
}

export interface WebhookEvent {
  id: string;
  type: string;
  /** ISO 8601. */
  created_at: string;
  data: unknown;
}

/** What a receiver knows the event by, at every attempt. */
export const wireId = (id: string): string => `evt_${id}`;

/** The envelope. Written once: a signature is over these bytes. */
export function envelope({ id, type, created_at, data }: WebhookEvent): string {
  return JSON.stringify({ id: wireId(id), type, created_at, data });
}
