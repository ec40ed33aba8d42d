import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ConnectorError,
  type RestoreOutcome,
  type RevokeOutcome,
  type Subject,
} from '../../src/connectors/connector.ts';
import { FAULT_MODES, type FaultMode, FaultProxy, type FaultTarget } from '../faults/fault-proxy.ts';
import { type ConnectorWorld, listAll, planFor } from './connector-world.ts';

/** Where the connector of a world finds its platform: behind a proxy that can be made to fail, one for each address or socket. */
export type Through = (address: string) => Promise<string>;

export interface FaultOptions<World> {
  /** Whose access is removed and restored. */
  subjects?: Record<string, (world: World) => Subject>;
  /** The answer to the next write with this statement is lost, and nothing else; for what the proxy cannot read. */
  loseAnswerTo?: (world: World, statement: string) => void;
  /** What the proxy sees of that write. */
  requestOf?: (statements: readonly string[]) => string;
}

/** The request line of the last thing that is sent. */
const requestLine = (statements: readonly string[]): string =>
  (statements.at(-1) as string).split(' ').slice(0, 2).join(' ');

/** Long enough for what is delayed, and for a machine that is busy. */
const TIMEOUT_MS = 1_500;
const TRIES_MAX = 20;
/** A listing is a hundred requests, each of which is delayed. */
const TEST_MS_MAX = 60_000;

function targetAt(address: string): FaultTarget {
  if (address.startsWith('/')) return { path: address };
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port) };
}

const SUBJECTS: Record<string, (world: ConnectorWorld) => Subject> = {
  direct: ({ direct }) => direct,
  inherited: ({ inherited }) => inherited,
};

/** Between a connector and its platform anything may happen to the connection; what is claimed stays true. */
export function describeFaults<World extends ConnectorWorld>(
  name: string,
  makeWorld: (through: Through) => Promise<World>,
  { subjects = SUBJECTS, loseAnswerTo, requestOf = requestLine }: FaultOptions<World> = {},
): void {
  describe(`${name}, behind a connection that fails`, { timeout: TEST_MS_MAX }, () => {
    let world: World;
    const proxies: FaultProxy[] = [];
    let before: unknown;
    beforeAll(async () => {
      world = await makeWorld(async (address) => {
        const proxy = await FaultProxy.open(targetAt(address));
        proxies.push(proxy);
        return `http://127.0.0.1:${proxy.port}`;
      });
      before = await world.dump();
    }, 120_000);
    afterAll(async () => {
      await world?.close();
      for (const proxy of proxies) await proxy.close();
    });
    const set = (mode: FaultMode): void => {
      for (const proxy of proxies) proxy.set(mode);
    };
    const felt = (): number => proxies.reduce((sum, proxy) => sum + proxy.felt, 0);
    beforeEach(() => set('pass'));
    /** What was open is reset, so that the next call does not wait for a connection that is dead. */
    const heal = (): void => {
      set('cut');
      set('pass');
    };
    const subjectOf = (which: string): Subject => (subjects[which] as (world: World) => Subject)(world);
    const lose = (statements: readonly string[]): void => {
      if (loseAnswerTo) loseAnswerTo(world, statements.at(-1) as string);
      else for (const proxy of proxies) proxy.cutAnswerTo(requestOf(statements));
    };

    test.each(FAULT_MODES)('a listing is whole or an error: %s', async (mode) => {
      const whole = await listAll(world.connector);
      set(mode);
      const listed = await outcomeOf(() => listAll(world.connector, { timeout_ms: TIMEOUT_MS }));
      expect(felt()).toBeGreaterThan(0);
      heal();
      if (!(listed instanceof ConnectorError)) expect(listed).toEqual(whole);
      else expect(listed.retryable, listed.message).toBe(true);
    });

    test.each(FAULT_MODES.flatMap((mode) => Object.keys(subjects).map((which) => [mode, which] as const)))(
      'a removal and its reversal say no more than is so: %s, %s',
      async (mode, which) => {
        const subject = subjectOf(which);
        const { undo } = await planFor(world.connector, subject);
        const call = { timeout_ms: TIMEOUT_MS };

        set(mode);
        const revoked = await outcomeOf(() => world.connector.revoke(undo, call));
        heal();
        if (said(revoked, 'none')) expect(await world.canAccess(subject)).toBe(true);
        if (said(revoked, 'revoked')) expect(await world.canAccess(subject)).toBe(false);
        await untilSaid(() => world.connector.revoke(undo), ['revoked', 'already_absent']);
        expect(await world.canAccess(subject)).toBe(false);
        expect((await world.connector.verify({ edge: undo.edge, subject, undo })).edge).toBe('absent');

        set(mode);
        const restored = await outcomeOf(() => world.connector.restore(undo, call));
        heal();
        if (said(restored, 'none')) expect(await world.canAccess(subject)).toBe(false);
        if (said(restored, 'restored')) expect(await world.canAccess(subject)).toBe(true);
        await untilSaid(() => world.connector.restore(undo), ['restored', 'already_present']);
        expect(await world.dump()).toEqual(before);
      },
    );

    test.each(Object.keys(subjects))(
      'an answer to a write that is lost leaves the effect unknown, and the next look tells: %s',
      async (which) => {
        const { connector } = world;
        const subject = subjectOf(which);
        const { undo, statements } = await planFor(connector, subject);
        lose(statements);
        expect(said(await outcomeOf(() => connector.revoke(undo)), 'unknown')).toBe(true);
        expect((await connector.verify({ edge: undo.edge, subject, undo })).edge).toBe('absent');
        expect(await connector.revoke(undo)).toEqual({ outcome: 'already_absent' });
        lose(undo.statements);
        expect(said(await outcomeOf(() => connector.restore(undo)), 'unknown')).toBe(true);
        expect((await connector.verify({ edge: undo.edge, subject, undo })).edge).toBe('present');
        expect(await connector.restore(undo)).toEqual({ outcome: 'already_present' });
        expect(await world.dump()).toEqual(before);
      },
    );
  });
}

type Outcome = RevokeOutcome | RestoreOutcome | ConnectorError;

async function outcomeOf<T>(call: () => Promise<T>): Promise<T | ConnectorError> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
}

const said = (outcome: Outcome, what: string): boolean =>
  (outcome instanceof ConnectorError ? outcome.effect : outcome.outcome) === what;

/** Connections that were left dead by the fault may fail once more each. */
async function untilSaid(call: () => Promise<Outcome>, whats: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    const outcome = await outcomeOf(call);
    if (whats.some((what) => said(outcome, what))) return;
    if (tries === TRIES_MAX) throw outcome instanceof Error ? outcome : new Error(JSON.stringify(outcome));
  }
}
