import type { Scan } from '../../connectors/scan/scan-platform.ts';
import type { ScannedAccess } from '../../connectors/scan/score-access.ts';
import { counted } from '../../platform/counted.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';

/** What was scanned, by whom and when; nothing of it is secret. */
export interface ScanSubject {
  title: string;
  platform: string;
  place: string;
  account: string;
}

export interface Findings {
  subject: ScanSubject;
  scan: Scan;
}

export const number = (count: number): string => count.toLocaleString('en');
const many = (count: number, noun: string): string => counted(number(count), noun);
export const day = (instant: string): string => instant.slice(0, 10);
export const minute = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

export function heading({ subject, scan }: Findings): string {
  const version = scan.version === null ? '' : ` ${scan.version.split(' ')[0]}`;
  const at = minute(new Date(scan.scanned_at).toISOString());
  return `${subject.title}${version} at ${subject.place}, read as ${subject.account} on ${at}`;
}

/** How much silence means, in sentences; it stands above everything that is said about use. */
export function knowledge({ scan }: Findings): string[] {
  const { coverage, scanned_at } = scan;
  const { seen, not_seen, not_known } = scan.access.counts();
  const since = coverage.observed_since;
  if (!coverage.observes_use || since === null) {
    return [
      'Use is not known. Nothing here tells who used what, so nothing below says that access was never used.',
      ...(seen > 0 ? [`Of ${many(seen, 'grant')} some use was seen all the same.`] : []),
    ];
  }
  const days = Math.floor((scanned_at - Date.parse(since)) / DAY_MS);
  return [
    `Use is known since ${minute(since)} (${days === 0 ? 'less than a day' : many(days, 'day')}); what was used before that is not known.`,
    `Use was seen of ${many(seen, 'grant')}, and none since then of ${number(not_seen)}.`,
    ...(not_known > 0 ? [`Of ${many(not_known, 'grant')} it is not known.`] : []),
    ...coverage.gaps.map(
      ({ from, to, reason }) => `Use went unseen from ${minute(from)} to ${minute(to)}: ${reason}.`,
    ),
  ];
}

/** Of what the account may not list, nothing is in the result: neither held nor stale. */
export const unseen = ({ scan }: Findings): string[] =>
  scan.missing.filter(({ ability }) => ability === 'discover').map(({ what }) => what);

export interface SourceText {
  name: string;
  status: string;
  lines: string[];
}

export function sources({ scan }: Findings): SourceText[] {
  const all = blindSpots(scan);
  return scan.coverage.sources.map(
    ({ source, status, observed_since, reason, sees, does_not_see }): SourceText => {
      const only = does_not_see.filter((one) => !all.includes(one));
      return {
        name: source,
        status:
          status === 'unavailable' || observed_since === null
            ? status
            : `${status} since ${minute(observed_since)}`,
        lines: [
          ...(reason === null ? [] : [reason]),
          ...(status === 'unavailable'
            ? []
            : [`Sees ${sees.join('; ')}.`, ...(only.length > 0 ? [`Does not see ${only.join('; ')}.`] : [])]),
        ],
      };
    },
  );
}

/** What is said once, because it is true of every source. */
export function unseenByAll({ scan }: Findings): string | null {
  const all = blindSpots(scan);
  return all.length === 0 ? null : `None of these sees ${all.join('; ')}.`;
}

function blindSpots({ coverage }: Scan): string[] {
  const [first, ...others] = coverage.sources.filter(({ status }) => status !== 'unavailable');
  if (!first || others.length === 0) return [];
  return first.does_not_see.filter((one) => others.every(({ does_not_see }) => does_not_see.includes(one)));
}

export function totals({ scan, subject }: Findings): string[] {
  const { grants, revocable, stale } = scan.access.counts();
  const { principals, assets, skipped } = scan.totals;
  const names = scan.superusers;
  const shown =
    names.length > SUPERUSERS_SHOWN ? `${names.slice(0, SUPERUSERS_SHOWN).join(', ')}, …` : names.join(', ');
  return [
    `${many(grants, 'grant')} of ${many(principals, 'principal')} on ${many(assets, 'asset')}: ${number(revocable)} can be revoked, and ${number(stale)} of these ${stale === 1 ? 'is past its' : 'are past their'} lapse date.`,
    ...(names.length > 0
      ? [
          `${many(names.length, 'superuser')} (${shown}) can reach everything without a grant; that cannot be revoked here.`,
        ]
      : []),
    `What ${subject.account} does is left out, because it is the account of this scan.`,
    ...(skipped > 0 ? [`${many(skipped, 'grant')} name what was not listed, and were left out.`] : []),
  ];
}
const SUPERUSERS_SHOWN = 5;

export function lastUse(access: ScannedAccess): string {
  const { use, last_used_at, last_used_not_before, no_use_since } = access;
  if (use === 'not_known') return 'not known';
  if (last_used_at === null) return `none seen since ${day(no_use_since ?? '')}`;
  if (last_used_not_before === null || day(last_used_not_before) === day(last_used_at))
    return day(last_used_at);
  return `${day(last_used_not_before)} or later`;
}

/** The group's members, what keeps it from being revoked, and why it lapses when it does. */
export function reasonsOf(access: ScannedAccess): string[] {
  const { members, members_seen, not_revocable_because, reasons, last_used_at, last_used_not_before } =
    access;
  return [
    ...(not_revocable_because === null ? [] : [`Not revocable: ${not_revocable_because}.`]),
    ...(access.via_group === null ? [] : [`Through ${access.via_group}.`]),
    ...(members === null ? [] : [groupText(members, members_seen ?? 0, access.use)]),
    ...(last_used_at !== null && last_used_not_before !== null
      ? [`Used at a time between ${minute(last_used_not_before)} and ${minute(last_used_at)}.`]
      : []),
    ...reasons,
  ];
}

function groupText(members: number, seen: number, use: ScannedAccess['use']): string {
  if (members === 0) return 'A group that nobody is in.';
  const size = `A group of ${number(members)}`;
  return use === 'seen' ? `${size}, of whom ${number(seen)} used it.` : `${size}.`;
}
