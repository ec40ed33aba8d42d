import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import { refuse } from '../../../gateway/lists/instants.ts';
import { counted } from '../../../platform/counted.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { LapseError, required } from '../../../platform/errors.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { loadPeople } from '../evidence/pairs.sql.ts';
import { releaseQuestions } from './held-questions.sql.ts';
import { wouldDecideNow } from './preview-rule.ts';
import { type RuleEventType, ruleEntry } from './rule-entries.ts';
import { type RuleSettings, settingsFaults } from './standing-rule.rules.ts';
import {
  deleteRule,
  getRule,
  insertRule,
  lockRule,
  type RuleRow,
  type ShownRule,
  setOff,
  setOn,
  toldOf,
  updateRule,
} from './standing-rules.sql.ts';

interface By {
  actor: string;
  now: number;
}

/** Off, until somebody has seen what it would do. */
export async function createRule(tx: Querier, settings: RuleSettings, by: By): Promise<ShownRule> {
  await requireGood(tx, settings, null, by.now);
  const id = uuidv7();
  await insertRule(tx, { id, version: 1, ...stored(settings), ...changed(by) });
  return tell(tx, id, 'rule.created', 'was created; it is off.', by);
}

/** Sending what is there already changes nothing; everything else switches the rule off. */
export async function changeRule(
  tx: Querier,
  id: string,
  { settings, expected_version }: { settings: RuleSettings; expected_version: number | undefined },
  by: By,
): Promise<ShownRule> {
  const rule = required(await lockRule(tx, id), 'rule');
  if (expected_version !== undefined && expected_version !== rule.version) throw overtaken(rule);
  await requireGood(tx, settings, rule, by.now);
  if (isDeepStrictEqual(stored(settings), storedOf(rule)))
    return (await getRule(tx, id, by.now)) as ShownRule;
  await updateRule(tx, { id, version: rule.version + 1, ...stored(settings), ...changed(by) });
  await releaseQuestions(tx, id);
  const said = `was changed${rule.is_on ? ' and is off until it is switched on again' : ''}.`;
  return tell(tx, id, 'rule.changed', said, by, { previous: toldOf(rule) });
}

export async function removeRule(tx: Querier, id: string, by: By): Promise<ShownRule> {
  required(await lockRule(tx, id), 'rule');
  const rule = await tell(tx, id, 'rule.deleted', 'was deleted.', by);
  await releaseQuestions(tx, id);
  await deleteRule(tx, id);
  return rule;
}

/** Only what was seen: exactly these settings, and exactly what they would decide now. */
export async function switchOn(
  tx: Querier,
  id: string,
  seen: { count: number; mark: string },
  by: By,
): Promise<ShownRule> {
  const rule = required(await lockRule(tx, id), 'rule');
  if (rule.is_on) throw new LapseError('conflict', 'The rule is on already.');
  if (Date.parse(rule.expires_at) <= by.now) {
    throw new LapseError('conflict', 'The rule has expired; change when it expires first.');
  }
  if (rule.owner_is_gone) {
    throw new LapseError('conflict', `${rule.owner_name}, who answers for it, is disabled or gone.`);
  }
  const now = await wouldDecideNow(tx, rule, by.now);
  if (now.seen.mark !== seen.mark || now.seen.count !== seen.count) {
    throw new LapseError(
      'conflict',
      `What the rule would decide has changed since it was looked at: ${counted(seen.count, 'grant')} then, ${now.seen.count} now. Look at its dry run again.`,
    );
  }
  await setOn(tx, id, by);
  const said = `was switched on after a dry run that showed ${counted(seen.count, 'grant')} to decide now.`;
  return tell(tx, id, 'rule.switched_on', said, by, { seen });
}

export async function switchOff(tx: Querier, id: string, by: By): Promise<ShownRule> {
  const rule = required(await lockRule(tx, id), 'rule');
  if (!rule.is_on) throw new LapseError('conflict', 'The rule is off already.');
  await setOff(tx, id, { because: 'switched_off', ...by });
  await releaseQuestions(tx, id);
  return tell(tx, id, 'rule.switched_off', 'was switched off.', by);
}

/** An owner who is there already may have left since; nobody new may be named who has. */
async function requireGood(
  tx: Querier,
  settings: RuleSettings,
  rule: RuleRow | null,
  now: number,
): Promise<void> {
  const faults = settingsFaults(settings, now);
  const owner = (await loadPeople(tx, [settings.owner_id])).get(settings.owner_id);
  if (owner?.disabled !== false && settings.owner_id !== rule?.owner_id) {
    const msg = 'expected the id of a principal that is enabled';
    faults.push({ loc: ['body', 'owner_id'], msg, type: 'not_allowed' });
  }
  refuse(faults);
}

const stored = ({ expires_at, ...settings }: RuleSettings) => ({
  ...settings,
  expires_at: isoInstant(expires_at),
});

const storedOf = (rule: RuleRow): ReturnType<typeof stored> => {
  const { name, kind, days, permissions, cap_per_day, owner_id, expires_at } = rule;
  return {
    name,
    kind,
    days,
    permissions,
    cap_per_day,
    owner_id,
    expires_at: isoInstant(Date.parse(expires_at)),
  };
};

const changed = ({ actor, now }: By) => ({ changed_by: actor, changed_at: isoInstant(now) });

async function tell(
  tx: Querier,
  id: string,
  type: RuleEventType,
  said: string,
  by: By,
  more: Record<string, unknown> = {},
): Promise<ShownRule> {
  const rule = (await getRule(tx, id, by.now)) as ShownRule;
  await appendAuditEntries(tx, [ruleEntry(toldOf(rule), type, { said, ...by }, more)]);
  return rule;
}

const overtaken = ({ version }: RuleRow): LapseError =>
  new LapseError(
    'conflict',
    `The rule is at version ${version} by now; read it again and repeat the change.`,
  );
