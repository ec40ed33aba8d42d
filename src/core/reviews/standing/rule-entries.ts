import type { AuditEntry } from '../../../audit/entries.sql.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { RuleTold } from './standing-rules.sql.ts';

export type RuleEventType = Extract<AuditEntry['event_type'], `rule.${string}`>;

export function ruleEntry(
  rule: RuleTold,
  event_type: RuleEventType,
  { said, ...by }: { said: string; actor: string; now: number },
  more: Record<string, unknown> = {},
): AuditEntry {
  const data = { rule_id: rule.id, rule, ...more };
  const description = `The rule "${rule.name}" ${said}`;
  return { event_type, description, actor: by.actor, at: isoInstant(by.now), data };
}
