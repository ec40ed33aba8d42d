import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorError, type RestoreOutcome, type RevokeOutcome } from '../../src/connectors/connector.ts';
import { FAULT_MODES, FaultProxy } from '../faults/fault-proxy.ts';
import { type ConnectorWorld, listAll, planFor } from './connector-world.ts';

/** Where the connector of a world finds its platform: behind a proxy that can be made to fail. */
export type Through = (url: string) => Promise<string>;

/** Long enough for what is delayed, and for a machine that is busy. */
const TIMEOUT_MS = 1_500;
const TRIES_MAX = 20;

/** Between a connector and its platform anything may happen to the connection; what is claimed stays true. */
export function describeFaults(name: string, makeWorld: (through: Through) => Promise<ConnectorWorld>): void {
  describe(`${name}, behind a connection that fails`, () => {
    let world: ConnectorWorld;
    let proxy: FaultProxy;
    let before: unknown;
    beforeAll(async () => {
      world = await makeWorld(async (url) => {
        const { hostname, port } = new URL(url);
        proxy = await FaultProxy.open({ host: hostname, port: Number(port) });
        return `http://127.0.0.1:${proxy.port}`;
      });
      before = await world.dump();
    }, 120_000);
    afterAll(async () => {
      await world?.close();
      await proxy?.close();
    });
    beforeEach(() => proxy.set('pass'));
    /** What was open is reset, so that the next call does not wait for a connection that is dead. */
    const heal = (): void => {
      proxy.set('cut');
      proxy.set('pass');
    };

    test.each(FAULT_MODES)('a listing is whole or an error: %s', async (mode) => {
      const whole = await listAll(world.connector);
      proxy.set(mode);
      const listed = await outcomeOf(() => listAll(world.connector, { timeout_ms: TIMEOUT_MS }));
      heal();
      if (!(listed instanceof ConnectorError)) expect(listed).toEqual(whole);
      else expect(listed.retryable, listed.message).toBe(true);
    });

    test.each(
      FAULT_MODES.flatMap((mode) =>
        (['direct', 'inherited'] as const).map((which) => [mode, which] as const),
      ),
    )('a removal and its reversal say no more than is so: %s, %s', async (mode, which) => {
      const subject = world[which];
      const { undo } = await planFor(world.connector, subject);
      const call = { timeout_ms: TIMEOUT_MS };

      proxy.set(mode);
      const revoked = await outcomeOf(() => world.connector.revoke(undo, call));
      heal();
      if (said(revoked, 'none')) expect(await world.canAccess(subject)).toBe(true);
      if (said(revoked, 'revoked')) expect(await world.canAccess(subject)).toBe(false);
      await untilSaid(() => world.connector.revoke(undo), ['revoked', 'already_absent']);
      expect(await world.canAccess(subject)).toBe(false);
      expect((await world.connector.verify({ edge: undo.edge, subject, undo })).edge).toBe('absent');

      proxy.set(mode);
      const restored = await outcomeOf(() => world.connector.restore(undo, call));
      heal();
      if (said(restored, 'none')) expect(await world.canAccess(subject)).toBe(false);
      if (said(restored, 'restored')) expect(await world.canAccess(subject)).toBe(true);
      await untilSaid(() => world.connector.restore(undo), ['restored', 'already_present']);
      expect(await world.dump()).toEqual(before);
    });

    test('an answer to a write that is lost leaves the effect unknown, and the next look tells', async () => {
      const { connector, direct } = world;
      const { undo, statements } = await planFor(connector, direct);
      proxy.cutAnswerTo(requestOf(statements));
      expect(said(await outcomeOf(() => connector.revoke(undo)), 'unknown')).toBe(true);
      expect((await connector.verify({ edge: undo.edge, subject: direct, undo })).edge).toBe('absent');
      expect(await connector.revoke(undo)).toEqual({ outcome: 'already_absent' });
      proxy.cutAnswerTo(requestOf(undo.statements));
      expect(said(await outcomeOf(() => connector.restore(undo)), 'unknown')).toBe(true);
      expect((await connector.verify({ edge: undo.edge, subject: direct, undo })).edge).toBe('present');
      expect(await connector.restore(undo)).toEqual({ outcome: 'already_present' });
      expect(await world.dump()).toEqual(before);
    });
  });
}

/** The request line of the last thing that is sent. */
const requestOf = (statements: readonly string[]): string =>
  (statements.at(-1) as string).split(' ').slice(0, 2).join(' ');

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
