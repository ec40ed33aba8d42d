import { type Caller, ROLES } from '../../src/gateway/roles.rules.ts';

/** A caller as the token verifier makes one, for commands that are called without a gateway. */
export function callerOf(
  tenant_id: number,
  { subject, label = subject, ...more }: { subject: string; label?: string } & Partial<Caller>,
): Caller {
  const names = [...new Set([subject, label])];
  return { tenant_id, subject, label, roles: new Set(ROLES), identifiers: names, aliases: names, ...more };
}
