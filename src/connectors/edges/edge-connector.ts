import { setTimeout as sleepFor } from 'node:timers/promises';
import {
  type AccessPath,
  type CallOptions,
  type ChangedMemberships,
  type Connector,
  type ConnectorClock,
  ConnectorError,
  type Edge,
  type Health,
  type Page,
  type RawAsset,
  type RawGrant,
  type RawMembership,
  type RawPrincipal,
  type Subject,
  type UndoRecord,
  type UsePage,
  type VerifyQuestion,
} from '../connector.ts';
import { orRefusal, Refusal } from '../refusal.ts';
import { withLimit } from '../time-limit.ts';
import { invalidUndo, isSame, planRevoke, recordedItems, restoreEdge, revokeEdge } from './change-edge.ts';
import type { ChangeContext, PlatformEdge } from './edge.ts';
import { agreed } from './read-back.ts';

export type Listing<T> = (signal: AbortSignal, cursor: string | null) => Promise<Page<T>>;

/** What is a platform's own; the frame around it is the same for all that are changed edge by edge. */
export interface EdgePlatform extends ConnectorClock {
  platform: string;
  /** What people call it, in messages. */
  title: string;
  timeout_ms: number;
  settle_ms: number;

  /** `ok`: a sync can run. Throws what the platform answered when it cannot be asked at all. */
  check(signal: AbortSignal): Promise<Pick<Health, 'missing' | 'ok' | 'version'>>;
  principals: Listing<RawPrincipal>;
  memberships: Listing<RawMembership>;
  assets: Listing<RawAsset>;
  grants: Listing<RawGrant>;
  membershipChanges?: {
    mark(signal: AbortSignal): Promise<string>;
    since(signal: AbortSignal, mark: string, cursor: string | null): Promise<ChangedMemberships>;
  };
  readUse(signal: AbortSignal, checkpoint: string | null, options: { undated: boolean }): Promise<UsePage>;
  paths(signal: AbortSignal, subject: Subject): Promise<AccessPath[]>;
  /** Throws a Refusal for what the platform could not have. */
  edgeOf(signal: AbortSignal, edge: Edge): PlatformEdge<unknown>;
  close(): Promise<void>;
}

/** A connector to a platform whose access is edges that are read, removed one by one, and put back. */
export function edgeConnector(platform: EdgePlatform): Connector {
  const { now, title, timeout_ms, settle_ms } = platform;
  const sleep = platform.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }));
  const call =
    (effect: 'none' | 'unknown') =>
    <T>(options: CallOptions | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
      withLimit(options ?? {}, { default_ms: timeout_ms, effect }, ({ signal }) => work(signal));
  const read = call('none');
  const write = call('unknown');

  const contextOf = (signal: AbortSignal): ChangeContext => ({
    platform: platform.platform,
    title,
    settle_ms,
    signal,
    now,
    sleep,
  });
  const requireOwn = (undo: UndoRecord): void => {
    if (undo.version !== 1 || undo.platform !== platform.platform) throw invalidUndo();
  };

  const change = <T>(
    undo: UndoRecord,
    options: CallOptions | undefined,
    work: (on: PlatformEdge<unknown>, items: unknown[], context: ChangeContext) => Promise<T>,
  ) =>
    write(options, (signal) =>
      orRefusal(async () => {
        requireOwn(undo);
        const on = platform.edgeOf(signal, undo.edge);
        return work(on, recordedItems(undo, on), contextOf(signal));
      }),
    );

  /** What the platform could not have is not there. */
  const edgeIfAny = (edge: Edge, signal: AbortSignal): PlatformEdge<unknown> | undefined => {
    try {
      return platform.edgeOf(signal, edge);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };

  const verify = async ({ edge, subject, undo }: VerifyQuestion, signal: AbortSignal) => {
    const on = edgeIfAny(edge, signal);
    const items = on
      ? await agreed(
          () => on.read(),
          contextOf(signal),
          (a, b) => isSame(on, a, b),
        )
      : [];
    if (undo) requireOwn(undo);
    const isWhole = on !== undefined && (!undo || isSame(on, items, recordedItems(undo, on)));
    return {
      edge: items.length > 0 ? (isWhole ? ('present' as const) : ('partial' as const)) : ('absent' as const),
      paths: subject ? await platform.paths(signal, subject) : [],
      verified_at: now().toISOString(),
    };
  };

  const list =
    <T>(listing: Listing<T>) =>
    (cursor: string | null, options?: CallOptions): Promise<Page<T>> =>
      read(options, (signal) => listing(signal, cursor));

  const { membershipChanges: changes } = platform;
  return {
    platform: platform.platform,
    membershipChanges: changes && {
      mark: (options) => read(options, (signal) => changes.mark(signal)),
      since: (mark, cursor, options) => read(options, (signal) => changes.since(signal, mark, cursor)),
    },
    principals: list(platform.principals),
    memberships: list(platform.memberships),
    assets: list(platform.assets),
    grants: list(platform.grants),
    readUse: (checkpoint, options) =>
      read(options, (signal) => platform.readUse(signal, checkpoint, { undated: options?.undated === true })),
    paths: (subject, options) => read(options, (signal) => platform.paths(signal, subject)),

    check: async (options) => {
      const before = performance.now();
      try {
        const { missing, ok, version } = await read(options, (signal) => platform.check(signal));
        const latency_ms = Math.round(performance.now() - before);
        return { ok, message: healthMessage(title, missing), version, latency_ms, missing };
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code === 'aborted') throw error;
        return { ok: false, message: error.message, version: null, latency_ms: null, missing: [] };
      }
    },

    plan: (edge, options) =>
      read(options, (signal) =>
        orRefusal(async () => planRevoke(edge, platform.edgeOf(signal, edge), contextOf(signal))),
      ),
    revoke: (undo, options) => change(undo, options, revokeEdge),
    restore: (undo, options) => change(undo, options, restoreEdge),
    verify: (question, options) => read(options, (signal) => verify(question, signal)),

    close: () => platform.close(),
  };
}

function healthMessage(title: string, missing: Health['missing']): string {
  if (missing.length === 0) return `${title} can be read and changed.`;
  return `${missing.length === 1 ? '1 thing is' : `${missing.length} things are`} missing.`;
}
