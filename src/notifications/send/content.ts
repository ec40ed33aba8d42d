import type { Database } from '../../platform/database/database.ts';
import { type AttemptResult, withoutAnswer } from '../../webhooks/delivery/sender.ts';
import type { Plan } from '../settings/waiting.rules.ts';
import type { Notice } from '../text.rules.ts';
import { isEmailAddress } from './email.rules.ts';
import { NAME_LENGTH_MAX, plain } from './plain.rules.ts';
import type { Person } from './work.sql.ts';

export interface NotificationMeans {
  db: Database;
  secrets_key: Buffer;
  /** What links begin with. */
  public_url: string;
  now: () => number;
}

export interface Addressee {
  address: string;
  name: string;
}

/** What is sent to whom; or why nothing is, now or at all. */
export type Content = { notice: Notice; to: Addressee | null } | { skipped: AttemptResult };

export const skipped = (reason: string) => ({
  skipped: withoutAnswer('skipped', `Skipped: ${reason}`, 0),
});

/** It is sent then, and not before. */
export const waiting = ({ at, waits_for }: Plan) => ({
  skipped: {
    ...withoutAnswer('waits', 'It waits.', 0),
    waits: { until: at, waits_for: waits_for ?? ('gathering' as const) },
  },
});

/** Where a person is written to, or why that is not possible. */
export function addresseeOf(id: string, person: Person | null): Addressee | ReturnType<typeof skipped> {
  const name = person === null ? id : plain(person.display_name, NAME_LENGTH_MAX);
  if (person === null || person.email === null) return skipped(`${name} has no e-mail address.`);
  if (person.disabled) return skipped(`the account of ${name} is disabled.`);
  if (!isEmailAddress(person.email)) return skipped(`the e-mail address of ${name} is not usable.`);
  return { address: person.email, name };
}
