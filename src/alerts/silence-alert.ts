import { type AuditEntry, appendAuditEntries } from '../audit/entries.sql.ts';
import { refuse } from '../gateway/lists/instants.ts';
import type { Caller } from '../gateway/roles.rules.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import { DAY_MS, isoInstant } from '../platform/iso-instant.ts';
import { labelsOf, ruleOf } from './alert.rules.ts';
import { deleteSilence, type SilenceRow, saveSilence } from './silences.sql.ts';
import { SILENCE_DAYS_MAX } from './state.rules.ts';
import { getAlert, lockAlert, type ShownAlert, saveAcknowledgement } from './states.sql.ts';

interface Asked {
  id: string;
  caller: Caller;
  now: number;
}

/** Says that somebody knows. It fires on, and is not told again. */
export async function acknowledgeAlert(
  tx: Querier,
  { id, note, caller, now }: Asked & { note: string | null },
): Promise<ShownAlert> {
  const found = required(await lockAlert(tx, id, now), 'alert');
  if (found.state !== 'firing') throw new LapseError('conflict', `${id} is ${found.state}, not firing.`);
  const at = isoInstant(now);
  await saveAcknowledgement(tx, { id, by: caller.label, at, note });
  await appendAuditEntries(tx, [
    {
      event_type: 'alert.acknowledged',
      description: ended(`${caller.label} acknowledged the alert ${id}`, note),
      actor: caller.label,
      at,
      data: { ...about(found), since: found.since, note },
    },
  ]);
  return (await getAlert(tx, id, now)) as ShownAlert;
}

/** Keeps an alert from being told until a date. It is looked at, listed and recorded as before. */
export async function silenceAlert(
  tx: Querier,
  { id, until, reason, caller, now }: Asked & { until: number; reason: string },
): Promise<ShownAlert> {
  if (until <= now || until > now + SILENCE_DAYS_MAX * DAY_MS) {
    const msg = `expected an instant within the next ${SILENCE_DAYS_MAX} days`;
    refuse([{ loc: ['body', 'until'], msg, type: 'out_of_range' }]);
  }
  const found = required(await lockAlert(tx, id, now), 'alert');
  const at = isoInstant(now);
  const silence = { id, silenced_by: caller.label, silenced_at: at, until: isoInstant(until), reason };
  await saveSilence(tx, silence);
  await appendAuditEntries(tx, [
    {
      event_type: 'alert.silenced',
      description: ended(`${caller.label} silenced the alert ${id} until ${silence.until}`, reason),
      actor: caller.label,
      at,
      data: { ...about(found), until: silence.until, reason, former_until: found.silenced_until },
    },
  ]);
  return (await getAlert(tx, id, now)) as ShownAlert;
}

/** Ends a silence before its date. If the alert still fires, the next look tells it. */
export async function endSilence(tx: Querier, { id, caller, now }: Asked): Promise<ShownAlert> {
  required(await lockAlert(tx, id, now), 'alert');
  const silence = await deleteSilence(tx, id);
  if (silence === null) throw new LapseError('not_found', `${id} is not silenced.`);
  await appendAuditEntries(tx, [silenceEnded(silence, { actor: caller.label, now })]);
  return (await getAlert(tx, id, now)) as ShownAlert;
}

export function silenceEnded(
  { id, until, reason, silenced_by, silenced_at }: SilenceRow,
  { actor, now }: { actor: string; now: number },
): AuditEntry {
  const description =
    actor === 'system'
      ? `The silence of the alert ${id} ended on its date.`
      : `${actor} ended the silence of the alert ${id}, which was to last until ${until}.`;
  const data = { alert_id: id, until, reason, silenced_by, silenced_at };
  return { event_type: 'alert.silence_ended', description, actor, at: isoInstant(now), data };
}

function about({ id, alert, key, subject, state }: ShownAlert) {
  const rule = ruleOf(alert);
  return { alert_id: id, alert, severity: rule.severity, state, subject, labels: labelsOf(rule, key) };
}

/** A note that somebody typed may end the sentence already. */
function ended(sentence: string, note: string | null): string {
  const text = note === null ? sentence : `${sentence}: ${note}`;
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
