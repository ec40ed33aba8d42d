import { isoInstant } from '../../platform/iso-instant.ts';
import { below, mix, pick } from '../random.ts';
import type { UseEvent } from '../use-event.ts';
import { type Agenda, accessAt, agendaOf, readPattern } from './agenda.ts';
import { platformOf } from './assets.ts';
import type { Access } from './grants.ts';
import { eventId, recordId } from './ids.ts';
import type { Plan } from './plan.ts';
import { dayStart, isActive, type UsePattern, usesOnDay, useTime } from './use-pattern.ts';

const WRITES = ['INSERT', 'UPDATE', 'MERGE', 'DELETE'];

/** Every use of the period, in the order of its days; within a day, principal by principal. */
export function* useEvents(plan: Plan): Generator<UseEvent> {
  const agenda = agendaOf(plan);
  const pattern: UsePattern = { period: 1, phase: 0, start: 0, end: 0 };
  let number = 0;
  for (let day = 0; day < plan.days; day++) {
    for (let pair = 0; pair < agenda.length; pair++) {
      const isProgram = (agenda.principal[pair] as number) >= plan.users;
      const key = agenda.key[pair] as number;
      readPattern(agenda, pair, pattern);
      if (!isActive(plan, isProgram, key, pattern, day)) continue;
      const subject = subjectOf(plan, agenda, pair);
      const uses = usesOnDay(key, day);
      for (let use = 0; use < uses; use++) {
        const time = dayStart(plan, day) + useTime(isProgram, key, day, use);
        const event_id = eventId(plan.seed, time, number++);
        yield useEvent(subject, event_id, time, mix(key, 200_000 + 4 * day + use));
      }
    }
  }
}

/** What the uses of one pair have in common. */
interface Subject {
  principal_id: string;
  asset_id: string;
  platform: string;
  access: Access;
  source_ip: string;
}

function subjectOf(plan: Plan, agenda: Agenda, pair: number): Subject {
  const principal = agenda.principal[pair] as number;
  const asset = agenda.asset[pair] as number;
  return {
    principal_id: recordId(plan.seed, 'principal', principal),
    asset_id: recordId(plan.seed, 'asset', asset),
    platform: platformOf(plan, asset),
    access: accessAt(agenda, pair),
    source_ip: `10.${(principal >> 16) & 255}.${(principal >> 8) & 255}.${principal & 255}`,
  };
}

function useEvent(subject: Subject, event_id: string, time: number, draw: number): UseEvent {
  const action = actionFor(subject.access, draw);
  return {
    event_id,
    principal_id: subject.principal_id,
    asset_id: subject.asset_id,
    action,
    platform: subject.platform,
    timestamp: isoInstant(time),
    metadata: {
      source_ip: subject.source_ip,
      query_type: action === 'query' ? 'SELECT' : action === 'write' ? pick(WRITES, mix(draw, 1)) : 'LOGIN',
      rows_returned: action === 'query' ? Math.round(10 ** (below(5000, mix(draw, 2)) / 1000)) : 0,
    },
  };
}

function actionFor(access: Access, draw: number): UseEvent['action'] {
  const share = below(100, draw);
  if (access === 'read') return 'query';
  if (access !== 'read_write' && share < 10) return 'admin_login';
  return share < 45 ? 'write' : 'query';
}
