import { StartupError } from '../../platform/errors.ts';
import { parseUrl } from '../../platform/parse-url.ts';
import type { ConnectorType, Health, RawPrincipal } from '../connector.ts';
import { connectorTypes } from '../open-connectors.ts';
import { postgresTarget } from '../postgres/postgres-target.ts';

export type ScanSettings = Readonly<Record<string, unknown>>;

/** A platform as somebody at a terminal names it. */
export interface ScanTarget {
  type: ConnectorType;
  /** Where one URL is enough to name it. */
  url: ScanUrl | null;
  /** What is scanned, and as whom, in the words of the settings. */
  placeOf(settings: ScanSettings): string;
  accountOf(settings: ScanSettings): string;
  /** What the account of the scan does is left out, so silence about it says nothing. */
  isOwn(principal: RawPrincipal, settings: ScanSettings): boolean;
  /** Why a scan would mislead, and what to do about it; `null`: it has all it needs. */
  refusal(health: Health, account: string): string[] | null;
}

export interface ScanUrl {
  schemes: readonly string[];
  /** What it looks like. */
  example: string;
  /** Settings that the URL gives, but no password. What is wrong with it is a StartupError that does not repeat it. */
  settingsOf(url: URL): Record<string, unknown>;
}

/** What only changes a platform or waits for a change is not even read. */
export const isForScan = ({ name }: { name: string }): boolean =>
  !/remediation|^(settle|lock_timeout|timeout)_ms$|^page_size$/.test(name);

/** Every platform that can be connected can be scanned. */
export const scanTargets = (): ScanTarget[] =>
  connectorTypes().map((type) => (type.platform === 'postgres' ? postgresTarget : targetOf(type)));

function targetOf(type: ConnectorType): ScanTarget {
  return {
    type,
    url: null,
    placeOf: (settings) => placeOf(type, settings),
    accountOf: ({ sql_user, client_id }) => String(sql_user ?? client_id ?? 'its own account'),
    // A program whose access the platform's connector never takes away is its own.
    isOwn: (raw) => raw.protected && raw.type === 'service_account',
    refusal: ({ ok, message, missing }, account) => {
      if (ok) return null;
      const lacks = missing.filter(({ ability }) => ability === 'discover').map(({ what }) => what);
      return lacks.length === 0
        ? [message]
        : [`${type.title} cannot be scanned as ${account} yet. What is missing there:`, ...lacks];
    },
  };
}

/** The host that a required setting names, else the first thing that is required. */
function placeOf({ title, settings: fields }: ConnectorType, settings: ScanSettings): string {
  const required = fields.filter((field) => field.required && !field.secret);
  const named = required.find(({ reaches }) => reaches !== undefined) ?? required[0];
  const value = named && settings[named.name];
  return typeof value === 'string' ? (parseUrl(value)?.host ?? value) : title;
}

export function readAddress(text: string): { target: ScanTarget; settings: Record<string, unknown> } {
  const targets = scanTargets();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const target = targets.find(({ url }) => scheme !== undefined && url?.schemes.includes(scheme));
  if (!target?.url) {
    const known = [
      ...targets.map(({ type }) => type.platform),
      ...targets.flatMap(({ url }) => url?.example ?? []),
    ];
    const given =
      scheme === undefined ? 'This is neither a platform nor a URL' : `Nothing is known about ${scheme}://`;
    throw new StartupError(`${given}; what can be scanned is ${known.join(', ')}.`);
  }
  const url = parseUrl(text);
  if (!url) throw new StartupError(`This URL cannot be read; expected one like ${target.url.example}.`);
  if (url.password !== '') {
    throw new StartupError(
      'A password in a URL is shown to everybody on this machine: set PGPASSWORD, or use --password-file.',
    );
  }
  return { target, settings: target.url.settingsOf(url) };
}
