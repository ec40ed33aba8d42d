import type { RemediationNotice } from './notification.rules.ts';
import { instant, NAME_LENGTH_MAX, name, plain } from './send/plain.rules.ts';
import type { NoticeItem } from './text.rules.ts';

/** What messages say about remediations that a person must see to. */

const REASON_LENGTH_MAX = 200;
const GUARD_LENGTH_MAX = 300;
/** The others are on the page. */
const GUARDS_TOLD_MAX = 3;

export function remediationTitle({ occasion, operation, ...removal }: RemediationNotice): string {
  const whose = `${name(removal.principal_name)} and ${name(removal.asset_name)}`;
  if (occasion === 'removal_blocked') return `Remediation of access blocked: ${whose}`;
  return `${operation === 'revoke' ? 'Access to remove' : 'Access to put back'}: ${whose}`;
}

export function remediationItem(
  removal: RemediationNotice,
  toPerson: boolean,
  publicUrl: string,
): NoticeItem {
  return {
    ...(removal.occasion === 'removal_blocked' ? blocked(removal) : requested(removal, toPerson)),
    links: [
      {
        label: 'Open the remediation',
        url: `${publicUrl}/remediations/${encodeURIComponent(removal.remediation_id)}`,
      },
    ],
  };
}

type Told = Pick<NoticeItem, 'heading' | 'lines'>;

function blocked(removal: RemediationNotice): Told {
  const { blocked_by } = removal;
  const told = blocked_by.slice(0, GUARDS_TOLD_MAX);
  const rest = blocked_by.length - told.length;
  return {
    heading: `${name(removal.principal_name)} still has ${accessOf(removal)}`,
    lines: [
      `${decisionOf(removal)} A guard stops the remediation.`,
      ...told.map(({ message, remedy }) =>
        plain(remedy === null ? message : `${message} ${remedy}`, GUARD_LENGTH_MAX),
      ),
      ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'guard stops' : 'guards stop'} it.`] : []),
    ],
  };
}

function requested(removal: RemediationNotice, toPerson: boolean): Told {
  const isRemediation = removal.operation === 'revoke';
  const [who, platform] = [name(removal.principal_name), name(removal.platform)];
  const access = accessOf(removal);
  return {
    heading: isRemediation ? `Remove ${access} from ${who}` : `Put ${access} back for ${who}`,
    lines: [
      `${askedOf(removal, toPerson)} Nothing is connected to ${platform}, so Lapse cannot do it.`,
      `On ${platform}: ${taskOf(removal)}.`,
      isRemediation ? decisionOf(removal) : 'It was removed after a review, and is to be there again.',
      'When it is done, say so on its page. The next import or sync verifies it, or shows that it is not done.',
    ],
  };
}

function askedOf({ assigned_to_name }: RemediationNotice, toPerson: boolean): string {
  if (toPerson) return 'You are asked to do this.';
  return assigned_to_name === null
    ? 'Nobody could be asked to do this; somebody must take it on.'
    : `${name(assigned_to_name)} is asked to do this.`;
}

function taskOf({ operation, group_name, ...removal }: RemediationNotice): string {
  const who = name(removal.principal_name);
  const isRemediation = operation === 'revoke';
  if (group_name !== null) {
    const group = name(group_name);
    return isRemediation ? `take ${who} out of the group ${group}` : `put ${who} into the group ${group}`;
  }
  const what = `${plain(removal.permission, NAME_LENGTH_MAX)} on ${name(removal.asset_name)}`;
  return isRemediation ? `revoke ${what} from ${who}` : `grant ${what} to ${who}`;
}

const accessOf = ({ permission, asset_name }: RemediationNotice): string =>
  `${plain(permission, NAME_LENGTH_MAX)} access to ${name(asset_name)}`;

function decisionOf({ decided_by_name, decided_at, reason }: RemediationNotice): string {
  const said = plain(reason, REASON_LENGTH_MAX);
  const decided = `${name(decided_by_name)} revoked it on ${instant(decided_at)}`;
  return said === '' ? `${decided}.` : `${decided}: ${/[.!?…]$/.test(said) ? said : `${said}.`}`;
}
