import { parseInstant } from '../../core/events/event-time.rules.ts';
import {
  type CallOptions,
  type Connector,
  ConnectorError,
  type Coverage,
  type Health,
  type Page,
  pagesOf,
  type RawPrincipal,
  type SourceCoverage,
} from '../connector.ts';
import { HeldAccess } from './held-access.ts';
import { observeUse } from './observe-use.ts';
import { ScoredAccess } from './score-access.ts';

export const SCAN_PHASES = ['principals', 'memberships', 'assets', 'grants', 'use'] as const;
export type ScanPhase = (typeof SCAN_PHASES)[number];

/** What a scan asks of a platform. Nothing in it changes anything there. */
export type ReadingConnector = Pick<
  Connector,
  'platform' | 'check' | 'principals' | 'memberships' | 'assets' | 'grants' | 'readUse'
>;

/** The platform answers, and what it lets be read would mislead. */
export class ScanRefusal extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join(' '));
    this.lines = lines;
  }
}

export interface ScanOptions extends CallOptions {
  isOwn: (principal: RawPrincipal) => boolean;
  now: () => number;
  /** What to say when rights are missing without which the result would mislead. */
  refusal: (health: Health) => string[] | null;
  onProgress?: ((phase: ScanPhase, count: number) => void) | undefined;
}

export interface Scan {
  version: string | null;
  scanned_at: number;
  /** Rights without which some of what is there stays unseen. */
  missing: Health['missing'];
  coverage: Coverage;
  totals: Record<ScanPhase, number> & { skipped: number };
  /** Names of those whom no grant limits. */
  superusers: string[];
  access: ScoredAccess;
}

/**
 * Reads a platform once, through the contract that every platform has, and scores what it finds. Changes nothing, there or
 * here. What is held in memory is who, what and the grants between them; the platform's pages are forgotten one by one.
 */
export async function scanPlatform(connector: ReadingConnector, options: ScanOptions): Promise<Scan> {
  const { onProgress = () => {}, now, isOwn, refusal, signal, timeout_ms } = options;
  const call = { signal, timeout_ms };
  const health = await askForHealth(connector, call);
  const lines = refusal(health);
  if (lines !== null) throw new ScanRefusal(lines);

  const access = new HeldAccess({ platform: connector.platform, isOwn });
  const totals = { principals: 0, memberships: 0, assets: 0, grants: 0, use: 0, skipped: 0 };
  const read = async <T>(
    phase: ScanPhase,
    list: (cursor: string | null, options?: CallOptions) => Promise<Page<T>>,
    add: (item: T) => void,
  ): Promise<void> => {
    onProgress(phase, 0);
    for await (const { items } of pagesOf((cursor) => list(cursor, call))) {
      for (const item of items) add(item);
      totals[phase] += items.length;
      onProgress(phase, totals[phase]);
    }
  };
  await read('principals', connector.principals, (raw) => access.addPrincipal(raw));
  await read('memberships', connector.memberships, (raw) => access.addMembership(raw));
  await read('assets', connector.assets, (raw) => access.addAsset(raw));
  await read('grants', connector.grants, (raw) => access.addGrant(raw));

  let coverage: Coverage | null = null;
  let checkpoint: string | null = null;
  onProgress('use', 0);
  for (let more = true; more; ) {
    const page = await connector.readUse(checkpoint, { ...call, undated: true });
    for (const event of page.events) {
      if (!event.let_in?.or_nobody && observeUse(access, event, now())) totals.use += 1;
    }
    coverage = joined(coverage, page.coverage);
    ({ checkpoint, more } = page);
    onProgress('use', totals.use);
  }

  const scanned_at = now();
  const { observes_use, observed_since, gaps } = coverage as Coverage;
  const since = observes_use && observed_since !== null ? parseInstant(observed_since) : null;
  const watched = {
    since: since === null ? null : Math.min(since, scanned_at),
    gaps: gaps.flatMap(({ from, to }) => {
      const [start, until] = [parseInstant(from), parseInstant(to)];
      return start === null || until === null ? [] : [{ from: start, until }];
    }),
  };
  return {
    version: health.version,
    scanned_at,
    missing: health.missing.filter(({ ability }) => ability !== 'revoke'),
    coverage: coverage as Coverage,
    totals: { ...totals, skipped: access.skipped },
    superusers: [...access.principals.values()].flatMap(({ is_superuser, name }) =>
      is_superuser ? [name] : [],
    ),
    access: new ScoredAccess(access, watched, scanned_at),
  };
}

/** A platform that is down is an answer of `check` and an error of a listing, which says what kind. */
async function askForHealth(connector: ReadingConnector, call: CallOptions): Promise<Health> {
  try {
    await connector.principals(null, call);
  } catch (error) {
    // What may not be listed is for `check` to name, with everything else that is missing.
    const health =
      error instanceof ConnectorError && error.code === 'permission' ? await connector.check(call) : null;
    if (health === null || health.ok) throw error;
    return health;
  }
  return connector.check(call);
}

/**
 * What several pages of one reading saw. Only the last says whether it is whole: a platform that tells use kind by kind
 * observes nothing before the last kind is read. Each source is observed since its first page.
 */
function joined(before: Coverage | null, page: Coverage): Coverage {
  if (before === null) return page;
  return {
    ...page,
    gaps: [...before.gaps, ...page.gaps],
    sources: page.sources.map((source): SourceCoverage => {
      const first = before.sources.find((one) => one.source === source.source);
      return { ...source, observed_since: first?.observed_since ?? source.observed_since };
    }),
  };
}
