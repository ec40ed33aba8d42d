import { type Tracing, traced } from '../../platform/tracing/tracing.ts';
import type { Send } from './sender.ts';

/** A span around every attempt. Where it goes is the tenant's own business: addresses hold secrets. */
export function traceSenders<Kind extends string>(
  tracing: Tracing | null,
  senders: Record<Kind, Send>,
): Record<Kind, Send> {
  if (!tracing) return senders;
  const entries = Object.entries<Send>(senders).map(([kind, send]): [string, Send] => [
    kind,
    (endpoint, event, signal) =>
      traced(
        tracing,
        `deliver ${kind}`,
        {
          kind: 'client',
          attributes: { 'lapse.tenant_id': endpoint.tenant_id, 'lapse.endpoint_id': endpoint.id },
        },
        async (span) => {
          const result = await send(endpoint, event, signal);
          span?.set({
            'lapse.outcome': result.outcome,
            ...(result.status_code === null ? {} : { 'http.response.status_code': result.status_code }),
          });
          return result;
        },
      ),
  ]);
  return Object.fromEntries(entries) as Record<Kind, Send>;
}
