import type { AuditEntry } from '../audit/entries.sql.ts';
import { findingPath } from '../remediation/observations/finding.rules.ts';
import { type AlertName, ruleOf } from './alert.rules.ts';
import type { AlertMessage } from './messages.sql.ts';

/** An entry about an alert, with what messages about it say. */
export interface AlertEntry extends AuditEntry {
  id: string;
  description: string;
  data: AuditEntry['data'] & {
    alert: AlertName;
    severity: string;
    subject: string | null;
    action: string | null;
    link: string | null;
  };
}

/** More are counted, not told one by one. */
const NAMED_MAX = 10;

/** What channels are told of these: a message each, but one for all findings of a kind, of which an import may bring many. */
export function alertMessages(entries: readonly AlertEntry[]): AlertMessage[] {
  const gathered = new Map<string, AlertEntry[]>();
  for (const entry of entries) {
    const { alert } = entry.data;
    const key = ruleOf(alert).key === 'remediation' ? `${entry.event_type} ${alert}` : entry.id;
    gathered.set(key, [...(gathered.get(key) ?? []), entry]);
  }
  return [...gathered.values()].map((group) =>
    group.length === 1 ? messageOf(group) : gatheredMessage(group),
  );
}

function messageOf([entry]: readonly AlertEntry[]): AlertMessage {
  const { id, at, description, data } = entry as AlertEntry;
  return {
    id,
    created_at: at,
    subject: description,
    paragraphs: [severityOf(data), ...(data.action === null ? [] : [data.action])],
    link: data.link === null ? null : { label: 'Open the remediation', url: data.link },
  };
}

function gatheredMessage(entries: readonly AlertEntry[]): AlertMessage {
  const { id, at, event_type, data } = entries[0] as AlertEntry;
  const opening = event_type === 'alert.resolved' ? 'Resolved' : 'Alert';
  const { summary, action } = ruleOf(data.alert);
  const named = entries.slice(0, NAMED_MAX).flatMap((entry) => entry.data.subject ?? []);
  const rest = entries.length - named.length;
  return {
    id,
    created_at: at,
    subject: `${opening}, of ${entries.length} remediations: ${summary}`,
    paragraphs: [
      severityOf(data),
      ...named,
      ...(rest > 0 ? [`And ${rest} more.`] : []),
      ...(data.action === null ? [] : [action]),
    ],
    link: { label: 'Open the remediations', url: findingPath('') },
  };
}

const severityOf = ({ severity }: AlertEntry['data']): string => `Severity: ${severity}.`;
