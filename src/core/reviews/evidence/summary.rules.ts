import { counted } from '../../../platform/counted.ts';
import { accountInWords, type GrantAccount } from '../../accounts/grant-account.rules.ts';
import type { Classification } from '../../directory/directory.rules.ts';
import { everyGap } from '../../scores/patience.rules.ts';
import type { PeerUse } from '../../scores/peers.rules.ts';

interface Known {
  days_inactive: number;
  last_access: string | null;
  sensitivity: Classification | null;
  contains_pii: boolean;
  peers: PeerUse;
  telemetry: { coverage: 'full' | 'partial' | 'down'; unobserved_days: number };
  signals: number;
  /** How often it is asked about, in a sentence; null of access that is there to be used. */
  cycle: string | null;
  /** Days, in the season where there is one; null while no habit is known, and while the next season is waited for. */
  usual_gap: number | null;
  /** In which part of the year it is used; `next`: when that begins again, where nothing was missed in the last one. */
  season: { said: string; next: { day: string; is_past: boolean } | null } | null;
  /** By which it is held. */
  accounts: readonly Pick<GrantAccount, 'name' | 'platform'>[];
  path: readonly { display_name: string }[];
  principal: { disabled: boolean; inventory_since: string | null };
  unanswered: { times: number; first_asked_at: string } | null;
}

/** One sentence: "Unused for 143 days; 1 of 27 peers uses it; the asset holds PII." */
export function summarise(known: Known): string {
  const parts = [useOf(known), rhythmOf(known), peersOf(known.peers), holds(known)];
  const { telemetry, signals, path, accounts } = known;
  if (accounts.length > 0) {
    const named = accounts.map(accountInWords);
    parts.push(`held by the ${accounts.length === 1 ? 'account' : 'accounts'} ${named.join(' and ')}`);
  }
  if (known.principal.disabled) parts.push('the account is disabled');
  const { inventory_since } = known.principal;
  if (inventory_since !== null)
    parts.push(`used only by an inventory account since ${inventory_since.slice(0, 10)}`);
  if (path.length > 0) parts.push(`inherited through ${path.map((group) => group.display_name).join(' → ')}`);
  if (signals > 0) parts.push(`${counted(signals, 'unusual thing')} seen around it`);
  if (telemetry.coverage === 'down') parts.push('its use is not being recorded at the moment');
  if (telemetry.coverage === 'partial') {
    parts.push(`its use was not recorded for ${counted(telemetry.unobserved_days, 'day')} of that`);
  }
  if (known.unanswered !== null) {
    const { times, first_asked_at } = known.unanswered;
    const often = times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
    parts.push(`asked ${often} before without an answer, first on ${first_asked_at.slice(0, 10)}`);
  }
  const said = `${parts.filter((part) => part !== null).join('; ')}.`;
  return known.cycle === null ? said : `${known.cycle} ${said}`;
}

function useOf({ days_inactive, last_access }: Known): string {
  if (last_access === null) {
    return `No use is known in the ${counted(days_inactive, 'day')} since it was granted`;
  }
  return days_inactive === 0 ? 'Used within the last day' : `Unused for ${counted(days_inactive, 'day')}`;
}

/** Cycles shorter than a week say less than the days themselves. */
const CYCLE_DAYS_MIN = 7;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Where nobody watched, it is not known whether a cycle was missed. */
function rhythmOf({ usual_gap, season, days_inactive, telemetry }: Known): string | null {
  if (season?.next)
    return `${season.said}, expected ${season.next.is_past ? 'since' : 'again on'} ${season.next.day}`;
  if (usual_gap === null) return null;
  const rhythm = season
    ? `${season.said}, then ${everyGap(usual_gap)}`
    : `usually used ${everyGap(usual_gap)}`;
  const missed = Math.floor(days_inactive / usual_gap);
  if (missed === 0 || usual_gap < CYCLE_DAYS_MIN || telemetry.coverage !== 'full') return rhythm;
  return `${rhythm}: ${NUMBERS[missed] ?? missed} ${missed === 1 ? 'cycle' : 'cycles'} missed`;
}

function peersOf({ peers, active }: PeerUse): string {
  if (peers === 0) return 'no peers to compare with';
  if (peers === 1) return `its only peer ${active === 1 ? 'uses it' : 'does not use it'}`;
  if (active === 0) return `none of ${peers} peers uses it`;
  if (active === peers) return `all ${peers} peers use it`;
  return `${active} of ${peers} peers ${active === 1 ? 'uses' : 'use'} it`;
}

function holds({ contains_pii, sensitivity }: Known): string | null {
  if (contains_pii) return 'the asset holds PII';
  return sensitivity === null ? null : `the asset is ${sensitivity}`;
}
