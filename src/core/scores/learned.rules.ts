import { platformTitle } from '../accounts/grant-account.rules.ts';
import type { PrincipalType } from '../directory/directory.rules.ts';
import type { Permission } from '../directory/permission.rules.ts';
import { isLearning, type Kind, type LearnedKind, type Lesson } from '../outcomes/learning.rules.ts';
import type { GrantFacts, Shift } from './shifts.rules.ts';

const ALLOWING: Record<Permission, string> = {
  read: 'reading',
  write: 'writing',
  read_write: 'reading and writing',
  admin: 'administration',
  owner: 'ownership',
};
const HOLDERS: Record<PrincipalType, string> = {
  user: 'people',
  service_account: 'service accounts',
  group: 'groups',
};

/** "reading on Fabric by people" */
export const kindInWords = ({ platform, permission, principal_type }: Kind): string =>
  `${ALLOWING[permission]} on ${platformTitle(platform)} by ${HOLDERS[principal_type]}`;

/** Of what was never used the longer of the two. A use ends the second, and takes the long way through the pipeline for it. */
function lessonFor({ learned: kind, last_used_at }: GrantFacts): (Lesson & { which: Which }) | null {
  if (kind === null) return null;
  const which: Which =
    last_used_at === null && kind.never_used.days > kind.revoked.days ? 'never_used' : 'revoked';
  return { ...kind[which], which };
}
type Which = keyof Pick<LearnedKind, 'revoked' | 'never_used'>;

/** By the second model: what the organisation's own answers have taught about access of the kind. */
export const learned: Shift = {
  days: (facts, policy) => (isLearning(policy) ? (lessonFor(facts)?.days ?? 0) : 0),
  because: (facts) => {
    const lesson = lessonFor(facts);
    if (lesson === null || facts.learned === null) return 'nothing is learned about it';
    const { cases, needed, which } = lesson;
    const kind = kindInWords(facts.learned);
    return which === 'revoked'
      ? `such access (${kind}) was missed ${needed} of the ${cases} times it was revoked`
      : `such access (${kind}) was needed ${needed} of the ${cases} times it was asked about without ever having been used`;
  },
};
