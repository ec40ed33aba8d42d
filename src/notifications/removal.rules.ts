import type { RemovalNotice } from './notification.rules.ts';
import { instant, NAME_LENGTH_MAX, name, plain } from './send/plain.rules.ts';
import type { NoticeItem } from './text.rules.ts';

/** What messages say about removals that a person must see to. */

const REASON_LENGTH_MAX = 200;
const GUARD_LENGTH_MAX = 300;
/** The others are on the page. */
const GUARDS_TOLD_MAX = 3;

export function removalTitle({ occasion, operation, ...removal }: RemovalNotice): string {
  const whose = `${name(removal.principal_name)} and ${name(removal.asset_name)}`;
  if (occasion === 'removal_blocked') return `Removal of access blocked: ${whose}`;
  return `${operation === 'revoke' ? 'Access to remove' : 'Access to put back'}: ${whose}`;
}

export function removalItem(removal: RemovalNotice, toPerson: boolean, publicUrl: string): NoticeItem {
  return {
    ...(removal.occasion === 'removal_blocked' ? blocked(removal) : requested(removal, toPerson)),
    link: {
      label: 'Open the removal',
      url: `${publicUrl}/remediations/${encodeURIComponent(removal.remediation_id)}`,
    },
  };
}

type Told = Pick<NoticeItem, 'heading' | 'lines'>;

function blocked(removal: RemovalNotice): Told {
  const { blocked_by } = removal;
  const told = blocked_by.slice(0, GUARDS_TOLD_MAX);
  const rest = blocked_by.length - told.length;
  return {
    heading: `${name(removal.principal_name)} still has ${accessOf(removal)}`,
    lines: [
      `${decisionOf(removal)} A guard stops the removal.`,
      ...told.map(({ message, remedy }) =>
        plain(remedy === null ? message : `${message} ${remedy}`, GUARD_LENGTH_MAX),
      ),
      ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'guard stops' : 'guards stop'} it.`] : []),
    ],
  };
}

function requested(removal: RemovalNotice, toPerson: boolean): Told {
  const isRemoval = removal.operation === 'revoke';
  const [who, platform] = [name(removal.principal_name), name(removal.platform)];
  const access = accessOf(removal);
  return {
    heading: isRemoval ? `Remove ${access} from ${who}` : `Put ${access} back for ${who}`,
    lines: [
      `${askedOf(removal, toPerson)} Nothing is connected to ${platform}, so Lapse cannot do it.`,
      `On ${platform}: ${taskOf(removal)}.`,
      isRemoval ? decisionOf(removal) : 'It was removed after a review, and is to be there again.',
      'When it is done, say so on its page. The next import or sync verifies it, or shows that it is not done.',
    ],
  };
}

function askedOf({ assigned_to_name }: RemovalNotice, toPerson: boolean): string {
  if (toPerson) return 'You are asked to do this.';
  return assigned_to_name === null
    ? 'Nobody could be asked to do this; somebody must take it on.'
    : `${name(assigned_to_name)} is asked to do this.`;
}

function taskOf({ operation, group_name, ...removal }: RemovalNotice): string {
  const who = name(removal.principal_name);
  const isRemoval = operation === 'revoke';
  if (group_name !== null) {
    const group = name(group_name);
    return isRemoval ? `take ${who} out of the group ${group}` : `put ${who} into the group ${group}`;
  }
  const what = `${plain(removal.permission, NAME_LENGTH_MAX)} on ${name(removal.asset_name)}`;
  return isRemoval ? `revoke ${what} from ${who}` : `grant ${what} to ${who}`;
}

const accessOf = ({ permission, asset_name }: RemovalNotice): string =>
  `${plain(permission, NAME_LENGTH_MAX)} access to ${name(asset_name)}`;

function decisionOf({ decided_by_name, decided_at, reason }: RemovalNotice): string {
  const said = plain(reason, REASON_LENGTH_MAX);
  const decided = `${name(decided_by_name)} revoked it on ${instant(decided_at)}`;
  return said === '' ? `${decided}.` : `${decided}: ${/[.!?…]$/.test(said) ? said : `${said}.`}`;
}
