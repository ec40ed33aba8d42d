import type { EndpointKind } from '../domain/webhook-types.ts';

/** An endpoint as its sender needs it. */
export type ClaimedEndpoint = {
  tenant_id: number;
  id: string;
  kind: EndpointKind;
  url: string | null;
  settings: Record<string, unknown>;
  sealed_settings: string | null;
  sealed_secret: string | null;
  sealed_previous_secret: string | null;
  previous_secret_expires_at: string | null;
  signs_with_previous: boolean;
  breaker: 'closed' | 'open';
  probe_at: string | null;
  consecutive_failures: number;
  failing_since: string | null;
};

/** A delivery in the hands of a worker. */
export type ClaimedDelivery = {
  id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  payload: string;
  recipient: string | null;
  /** Before this one. */
  tries: number;
};
