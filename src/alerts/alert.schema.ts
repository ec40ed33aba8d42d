import { type Static, Type } from 'typebox';
import {
  Enum,
  ListQuery,
  NullableInteger,
  NullableNumber,
  NullableString,
  Page,
  Timestamp,
} from '../gateway/common.schema.ts';
import { ALERT_NAMES, ALERT_SEVERITIES } from './alert.rules.ts';
import { ALERT_PHASES, SILENCE_DAYS_MAX } from './state.rules.ts';

const ASKED_STATES = ['pending', 'firing', 'resolved'] as const;

const EXAMPLE = {
  id: 'ingestion_stopped:conn-001',
  alert: 'ingestion_stopped',
  severity: 'critical',
  state: 'firing',
  value: 0,
  threshold: 0,
  for_seconds: 900,
  over_seconds: null,
  since: '2026-01-31T09:30:00.000Z',
  observed_at: '2026-01-31T09:41:15.000Z',
  labels: { connector: 'conn-001' },
  summary: 'A connector has brought no event for 15 minutes.',
  subject: null,
  link: null,
  action: 'Look at GET /v1/connectors/{id}.',
  acknowledged: {
    by: 'ops@example.com',
    at: '2026-01-31T09:35:00.000Z',
    note: 'The platform is being upgraded.',
  },
  silenced: null,
};

export const ALERT_ID_EXAMPLE = EXAMPLE.id;

/** What somebody typed, of which something can be seen. */
const Typed = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description, examples: [example] });

export const AlertItem = Type.Object(
  {
    id: Type.String({ description: 'The alert, and what it is about where there is one for each.' }),
    alert: Enum(ALERT_NAMES),
    severity: Enum(ALERT_SEVERITIES),
    state: Enum(ALERT_PHASES, {
      description:
        'pending: the condition holds, but not for long enough yet. firing: it does. resolved: it no longer holds; shown for 24 hours. inactive: it does not hold; shown while the alert is silenced.',
    }),
    value: NullableNumber({
      description: 'What was seen last; of ingestion_stopped the rate. Null: there is nothing to measure.',
    }),
    threshold: Type.Number({
      description: 'The value must be above it; of ingestion_stopped it must be it.',
    }),
    for_seconds: Type.Integer({ description: 'How long the condition must hold before it fires.' }),
    over_seconds: NullableInteger({
      description: 'How far back the value looks; null: it is that of the moment.',
    }),
    since: Timestamp({
      description: 'Since when it is in this state; pending: since when the condition holds.',
    }),
    observed_at: Timestamp({ description: 'When a worker last looked; about every 15 seconds.' }),
    labels: Type.Record(Type.String(), Type.String(), {
      description:
        'The connector, stage, work or remediation that it is about; empty: the tenant, or all findings without an alert of their own.',
    }),
    summary: Type.String(),
    subject: NullableString({
      description:
        'Who and what it is about, with names: of removal_contradicted and removal_not_done. Null: the summary says it all.',
    }),
    link: NullableString({ description: 'The page of the dashboard that shows it; null: there is none.' }),
    action: Type.String({ description: 'What to do about it.' }),
    acknowledged: Type.Union(
      [Type.Object({ by: Type.String(), at: Timestamp(), note: NullableString() }), Type.Null()],
      { description: 'Who knows of it; ends when it stops firing. null: nobody has said so.' },
    ),
    silenced: Type.Union(
      [
        Type.Object({
          by: Type.String(),
          at: Timestamp(),
          until: Timestamp({ description: 'When it ends by itself.' }),
          reason: Type.String(),
        }),
        Type.Null(),
      ],
      {
        description:
          'Webhooks and channels are not told that it fires; what still fires when it ends is told then. null: it is not silenced.',
      },
    ),
  },
  { $id: 'Alert', examples: [EXAMPLE] },
);
export type AlertItem = Static<typeof AlertItem>;

export const AlertPage = Page(AlertItem, EXAMPLE, 'A page of alerts, by id.');

export const AlertQuery = ListQuery({
  state: Type.Optional(
    Enum(ASKED_STATES, { description: 'Only those in this state.', examples: ['firing'] }),
  ),
  severity: Type.Optional(
    Enum(ALERT_SEVERITIES, { description: 'Only those of this severity.', examples: ['critical'] }),
  ),
});

export const AcknowledgeBody = Type.Object(
  { note: Type.Optional(Typed('What is being done about it.', 'The platform is being upgraded.')) },
  { examples: [{ note: 'The platform is being upgraded.' }] },
);

export const SilenceBody = Type.Object(
  {
    until: Timestamp({ description: `When it ends by itself: at most ${SILENCE_DAYS_MAX} days from now.` }),
    reason: Typed('Why nobody is to be told.', 'The platform is moved to another region.'),
  },
  { examples: [{ until: '2026-02-14T00:00:00Z', reason: 'The platform is moved to another region.' }] },
);
