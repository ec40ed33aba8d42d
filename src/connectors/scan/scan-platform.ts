import { parseInstant } from '../../core/events/event-time.rules.ts';
import { StartupError } from '../../platform/errors.ts';
import {
  type CallOptions,
  type Connector,
  type Coverage,
  type Health,
  type Page,
  pagesOf,
  type SourceCoverage,
} from '../connector.ts';
import { HeldAccess } from './held-access.ts';
import { observeUse } from './observe-use.ts';
import { ScoredAccess } from './score-access.ts';

export const SCAN_PHASES = ['principals', 'memberships', 'assets', 'grants', 'use'] as const;
export type ScanPhase = (typeof SCAN_PHASES)[number];

export interface ScanOptions extends CallOptions {
  account_key: string;
  now: () => number;
  /** A sentence when rights are missing without which the result would mislead. */
  refusal: (missing: Health['missing']) => string | null;
  onProgress?: ((phase: ScanPhase, count: number) => void) | undefined;
}

export interface Scan {
  version: string | null;
  scanned_at: number;
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
export async function scanPlatform(connector: Connector, options: ScanOptions): Promise<Scan> {
  const { onProgress = () => {}, now, account_key, refusal, signal, timeout_ms } = options;
  const call = { signal, timeout_ms };
  // A platform that is down is an answer of `check` and an error of a listing, which says what kind.
  await connector.principals(null, call);
  const health = await connector.check(call);
  const sentence = refusal(health.missing);
  if (sentence !== null || !health.ok) throw new StartupError(sentence ?? health.message);

  const access = new HeldAccess({ platform: connector.platform, account_key });
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
    for (const event of page.events) if (observeUse(access, event, now())) totals.use += 1;
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
    coverage: coverage as Coverage,
    totals: { ...totals, skipped: access.skipped },
    superusers: [...access.principals.values()].flatMap(({ is_superuser, name }) =>
      is_superuser ? [name] : [],
    ),
    access: new ScoredAccess(access, watched, scanned_at),
  };
}

/** What several pages of one reading saw: as little as the least of them, and each source since its first. */
function joined(before: Coverage | null, page: Coverage): Coverage {
  if (before === null) return page;
  return {
    observes_use: before.observes_use && page.observes_use,
    observed_since: page.observed_since,
    gaps: [...before.gaps, ...page.gaps],
    sources: page.sources.map((source): SourceCoverage => {
      const first = before.sources.find((one) => one.source === source.source);
      return { ...source, observed_since: first?.observed_since ?? source.observed_since };
    }),
  };
}
