import {
  markWatched,
  openTelemetryGap,
  requestForWatched,
  stillUnwatched,
} from '../../core/scores/telemetry-gaps.sql.ts';
import type { Database, Querier } from '../../platform/database/database.ts';
import { type CallOptions, type Connector, ConnectorError, type Health, type Page } from '../connector.ts';
import { type DueConnector, endSync, saveProgress } from '../leases.sql.ts';
import {
  forgetSightings,
  markMissing,
  type ObjectKind,
  saveListedGroups,
  saveObjects,
} from '../objects.sql.ts';
import {
  beginSync,
  phaseAfter,
  type SyncPhase,
  type SyncProgress,
  syncRetrySeconds,
  timeSpent,
} from '../sync.rules.ts';
import { storeSyncPage } from './store-page.ts';
import { inheritElsewhere } from './sync-elsewhere.ts';
import { inheritedLines } from './sync-inherited.ts';
import {
  assetLines,
  grantLines,
  membershipLines,
  principalLines,
  type SyncPage,
  type SyncSource,
} from './sync-lines.ts';
import { membershipPage } from './sync-memberships.ts';
import { applyCoverage, storeUse } from './sync-use.ts';
import { endVanished, implausibleLoss } from './sync-vanished.ts';

export const SYNC_LEASE_MS = 180_000;
const CALL_TIMEOUT_MS = 60_000;

export interface SyncContext {
  db: Database;
  tenant_id: number;
  lease: string;
  now: () => number;
  signal: AbortSignal;
}

/** The second part of comparing begins so. */
const ELSEWHERE = 'elsewhere ';
const isElsewhere = (cursor: string | null): cursor is string => cursor?.startsWith(ELSEWHERE) === true;

/** Another worker has the connector by now. */
class LeaseLost extends Error {}

/**
 * Reads a platform into the directory, page by page, each page and its place in one transaction: whoever goes on after
 * a crash goes on from there. No transaction is open while the platform is asked.
 */
export async function syncConnector(
  context: SyncContext,
  due: DueConnector,
  open: () => Promise<Connector>,
): Promise<void> {
  const isResumed = due.progress !== null && due.progress.phase !== 'done';
  const sync = new Sync(
    context,
    due,
    isResumed ? (due.progress as SyncProgress) : beginSync(context.now(), due.progress),
    isResumed ? due.sync_number : due.sync_number + 1,
  );
  let connector: Connector | undefined;
  try {
    connector = await open();
    await sync.run(connector);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    await sync.fail(error as Error);
    if (!(error instanceof ConnectorError)) throw error;
  } finally {
    await connector?.close().catch(() => {});
  }
}

class Sync {
  readonly #context: SyncContext;
  readonly #due: DueConnector;
  readonly #number: number;
  readonly #source: SyncSource;
  #progress: SyncProgress;
  #checkpoint: string | null;
  #warning: string | null = null;
  /** Since when time has been counted that the progress does not have yet. */
  #counted: number;

  constructor(context: SyncContext, due: DueConnector, progress: SyncProgress, number: number) {
    this.#context = context;
    this.#due = due;
    this.#progress = progress;
    this.#number = number;
    this.#checkpoint = due.checkpoint;
    this.#counted = context.now();
    const by = { actor: 'system', connector: { id: due.id, name: due.name }, now: context.now };
    this.#source = { connector_id: due.id, platform: due.platform, by };
  }

  async run(connector: Connector): Promise<void> {
    const health = await connector.check(this.#callOptions());
    if (!health.ok) throw new ConnectorError('unavailable', health.message);
    while (this.#progress.phase !== 'done') {
      this.#context.signal.throwIfAborted();
      await this.#step(connector, this.#progress.phase);
    }
    await this.#complete(health);
  }

  #callOptions(): CallOptions {
    return { timeout_ms: CALL_TIMEOUT_MS, signal: this.#context.signal };
  }

  #step(connector: Connector, phase: SyncPhase): Promise<void> {
    const options = this.#callOptions();
    const { cursor } = this.#progress;
    switch (phase) {
      case 'principals':
        return this.#page(connector.principals(cursor, options), 'principal', principalLines);
      case 'assets':
        return this.#page(connector.assets(cursor, options), 'asset', assetLines);
      case 'memberships':
        return this.#readMemberships(connector);
      case 'grants':
        return this.#page(connector.grants(cursor, options), 'grant', grantLines);
      case 'inherited':
        return this.#inherit();
      case 'vanished':
        return isElsewhere(cursor) ? this.#inheritElsewhere(cursor) : this.#endVanished();
      default:
        return this.#readUse(connector);
    }
  }

  async #page<Raw>(
    asked: Promise<Page<Raw>>,
    kind: ObjectKind,
    translate: (tx: Querier, source: SyncSource, items: readonly Raw[]) => Promise<SyncPage>,
  ): Promise<void> {
    const { items, next_cursor } = await asked;
    await this.#commit(async (tx) => {
      if (this.#progress.phase === 'principals' && this.#progress.cursor === null) {
        await forgetSightings(tx, this.#due.id);
      }
      const page = await translate(tx, this.#source, items);
      const refused = await this.#store(tx, kind, page);
      const counter = `${kind}s` as 'principals' | 'assets' | 'memberships' | 'grants';
      this.#progress[counter] += page.objects.length;
      this.#progress.skipped += page.skipped + refused;
      this.#advance(next_cursor);
    });
  }

  async #readMemberships(connector: Connector): Promise<void> {
    const asked = await membershipPage(connector, this.#progress, this.#callOptions());
    await this.#page(Promise.resolve(asked), 'membership', async (tx, source, items) => {
      this.#progress = { ...this.#progress, ...asked.progress };
      if (asked.group_keys !== null) await saveListedGroups(tx, this.#due.id, asked.group_keys);
      return membershipLines(tx, source, items);
    });
  }

  /** Answers how many lines were refused. */
  async #store(tx: Querier, kind: ObjectKind, page: Pick<SyncPage, 'lines' | 'objects'>): Promise<number> {
    await saveObjects(tx, { connector_id: this.#due.id, kind }, page.objects);
    const { started_at } = this.#progress;
    const seen = { since: started_at, given_again_at: started_at, now: this.#context.now };
    const refused = await storeSyncPage(tx, this.#due, page, seen);
    if (kind === 'asset') {
      const ids = page.objects.map((object) => object.lapse_id);
      await markWatched(tx, this.#due.id, ids);
    }
    return refused;
  }

  #inherit(): Promise<void> {
    return this.#commit(async (tx) => {
      if (this.#progress.cursor === null) await this.#markMissing(tx, 'listed');
      const after = this.#progress.cursor ?? '';
      const found = await inheritedLines(tx, this.#source, { after });
      await this.#store(tx, 'grant', found);
      this.#progress.inherited += found.objects.length;
      this.#advance(found.next);
    });
  }

  #markMissing(tx: Querier, of: 'listed' | 'inferred'): Promise<void> {
    const memberships_of = (this.#progress.changed_since ?? null) === null ? 'all' : 'listed_groups';
    return markMissing(tx, { connector_id: this.#due.id, sync_number: this.#number, of, memberships_of });
  }

  #endVanished(): Promise<void> {
    return this.#commit(async (tx) => {
      const source = {
        connector_id: this.#due.id,
        connector_name: this.#due.name,
        started_at: this.#progress.started_at,
        now: this.#context.now(),
      };
      if (this.#progress.cursor === null) {
        await this.#markMissing(tx, 'inferred');
        await forgetSightings(tx, this.#due.id);
      }
      // Once it was believed, the rest of the same sync is too.
      const isDecided = this.#progress.cursor !== null || this.#due.accept_removals;
      this.#warning = isDecided ? null : await implausibleLoss(tx, source);
      const ended = this.#warning === null ? await endVanished(tx, source) : 0;
      this.#progress.removed += ended;
      this.#advance(ended > 0 ? 'more' : ELSEWHERE);
    });
  }

  /** What is gone is known by now, so what members of groups hold on other platforms can be compared. */
  #inheritElsewhere(cursor: string): Promise<void> {
    return this.#commit(async (tx) => {
      const { started_at } = this.#progress;
      const source = { connector: this.#due, given_again_at: started_at, now: this.#context.now };
      const { stored, ended, next } = await inheritElsewhere(tx, source, cursor.slice(ELSEWHERE.length));
      this.#progress.inherited += stored;
      this.#progress.removed += ended;
      this.#advance(next === null ? null : `${ELSEWHERE}${next}`);
    });
  }

  async #readUse(connector: Connector): Promise<void> {
    const page = await connector.readUse(this.#checkpoint, this.#callOptions());
    const now = this.#context.now();
    const source = { ...this.#source, now };
    await this.#commit(
      async (tx) => {
        const { accepted, skipped } = await storeUse(tx, source, page.events);
        await applyCoverage(tx, source, page.coverage);
        this.#progress.events += accepted;
        this.#progress.skipped += skipped;
        this.#advance(page.more ? page.checkpoint : null);
      },
      {
        checkpoint: page.checkpoint,
        coverage: page.coverage,
        ...(page.coverage.observes_use ? { use_read_at: now } : {}),
      },
    );
    this.#checkpoint = page.checkpoint;
  }

  #advance(cursor: string | null): void {
    const phase = cursor === null ? phaseAfter(this.#progress.phase) : this.#progress.phase;
    this.#progress = { ...this.#progress, phase, cursor };
  }

  /** What a page brings and where the sync is by then: both or neither. */
  async #commit(
    work: (tx: Querier) => Promise<void>,
    more: { checkpoint?: string; coverage?: object; use_read_at?: number } = {},
  ): Promise<void> {
    const before = structuredClone(this.#progress);
    const { db, tenant_id, lease, now } = this.#context;
    try {
      await db.transaction(tenant_id, async (tx) => {
        await work(tx);
        this.#countTime();
        const held = { id: this.#due.id, lease, lease_until: now() + SYNC_LEASE_MS };
        const change = { progress: this.#progress, sync_number: this.#number, ...more };
        if (!(await saveProgress(tx, held, change))) throw new LeaseLost();
      });
    } catch (error) {
      this.#progress = before;
      throw error;
    }
  }

  #countTime(): void {
    const now = this.#context.now();
    const { worked_ms = 0, worked_ms_before = null } = this.#progress;
    const spent = timeSpent(worked_ms + Math.max(now - this.#counted, 0), worked_ms_before);
    this.#progress = { ...this.#progress, ...spent };
    if (this.#progress.phase === 'done') this.#progress.seconds_left = null;
    this.#counted = now;
  }

  async #complete(health: Health): Promise<void> {
    const { db, tenant_id, now } = this.#context;
    const missing = health.missing.map(({ ability, what }) => `${ability}: ${what}`);
    const problems = [...(this.#warning ? [this.#warning] : []), ...missing];
    await db.transaction(tenant_id, (tx) =>
      this.#end(tx, {
        health: problems.length > 0 ? 'degraded' : 'healthy',
        health_message: problems.length > 0 ? problems.join(' ') : health.message,
        error: this.#warning,
        failures: 0,
        next_sync_at: now() + this.#due.sync_every_seconds * 1000,
        completed_at: now(),
      }),
    );
  }

  #end(tx: Querier, end: Parameters<typeof endSync>[2]): Promise<boolean> {
    return endSync(tx, { id: this.#due.id, lease: this.#context.lease }, end);
  }

  async #seeNothing(tx: Querier): Promise<void> {
    const { last_use_read_at } = this.#due;
    if (last_use_read_at !== null) await openTelemetryGap(tx, this.#source, last_use_read_at);
    else if (await stillUnwatched(tx, this.#source, new Date(this.#context.now()).toISOString())) {
      await requestForWatched(tx, this.#source);
    }
  }

  /**
   * Use that can no longer be read is use that is not seen. A connector that never read any, such as one whose host is
   * mistyped, is as blind as it was when it was connected.
   */
  async fail(error: Error): Promise<void> {
    const { db, tenant_id, now, signal } = this.#context;
    const failures = this.#due.failures + 1;
    const wait = signal.aborted ? 0 : syncRetrySeconds(failures, this.#due.sync_every_seconds);
    const message =
      error instanceof ConnectorError ? error.message : 'An unexpected fault of Lapse; see its log.';
    await db.transaction(tenant_id, async (tx) => {
      if (!signal.aborted) await this.#seeNothing(tx);
      await this.#end(tx, {
        health: 'failing',
        health_message: message,
        error: message,
        failures,
        next_sync_at: now() + wait * 1000,
        completed_at: null,
      });
    });
  }
}
