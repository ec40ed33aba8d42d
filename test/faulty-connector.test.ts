import { beforeEach, describe, expect, test } from 'vitest';
import { type Connector, ConnectorError, type UndoRecord } from '../src/connectors/connector.ts';
import { CONFORMANCE_CHECKS } from './support/connector-conformance.ts';
import { type ConnectorWorld, planFor } from './support/connector-world.ts';
import { directoryWorld } from './support/directory-world.ts';
import { FAULTS, type Fault, faultyConnector } from './support/faulty-connector.ts';

let world: ConnectorWorld;
beforeEach(async () => {
  world = await directoryWorld();
});

/** What remediation does after every attempt, whatever the attempt claimed. */
async function removeAndReadBack(connector: Connector, undo: UndoRecord) {
  let claim: string;
  try {
    claim = (await connector.revoke(undo)).outcome;
  } catch (error) {
    claim = `${(error as ConnectorError).code}, effect ${(error as ConnectorError).effect}`;
  }
  const { edge } = await connector.verify({ edge: undo.edge, subject: world.direct, undo });
  return { claim, really: edge };
}

describe('reading back finds out', () => {
  test.each<[Fault, { claim: string; really: string }]>([
    ['drops_revoke', { claim: 'revoked', really: 'present' }],
    ['denies_revoke', { claim: 'already_absent', really: 'present' }],
    ['loses_answer', { claim: 'timeout, effect unknown', really: 'absent' }],
    ['times_out', { claim: 'timeout, effect unknown', really: 'present' }],
    ['throttles', { claim: 'throttled, effect none', really: 'present' }],
  ])('%s', async (fault, expected) => {
    const { undo } = await planFor(world.connector, world.direct);
    expect(await removeAndReadBack(faultyConnector(world.connector, fault), undo)).toEqual(expected);
  });

  test('a restore that was dropped', async () => {
    const { undo } = await planFor(world.connector, world.direct);
    const faulty = faultyConnector(world.connector, 'drops_restore');
    await faulty.revoke(undo);
    expect(await faulty.restore(undo)).toEqual({ outcome: 'restored' });
    expect((await faulty.verify({ edge: undo.edge, subject: world.direct, undo })).edge).toBe('absent');
  });

  test('a remediation whose answer was lost can be asked for again, and undone', async () => {
    const { undo } = await planFor(world.connector, world.direct);
    const before = await world.dump();
    await expect(faultyConnector(world.connector, 'loses_answer').revoke(undo)).rejects.toThrow(
      ConnectorError,
    );
    expect(await world.connector.revoke(undo)).toEqual({ outcome: 'already_absent' });
    expect(await world.connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(await world.dump()).toEqual(before);
  });

  test('being throttled is worth another try, at the time that was named', async () => {
    const { undo } = await planFor(world.connector, world.direct);
    await expect(faultyConnector(world.connector, 'throttles').revoke(undo)).rejects.toMatchObject({
      retryable: true,
      retry_after: 7,
    });
  });
});

describe('the suite refuses', () => {
  test.each(FAULTS)('a connector that %s', async (fault) => {
    const faulty = {
      ...world,
      connector: faultyConnector(world.connector, fault),
      small_pages: faultyConnector(world.small_pages, fault),
    };
    const failed: string[] = [];
    for (const { name, run } of CONFORMANCE_CHECKS) {
      await run(faulty).catch(() => failed.push(name));
    }
    expect(failed).not.toEqual([]);
  });

  test('no sound one', async () => {
    for (const { run } of CONFORMANCE_CHECKS) await run(world);
  });
});
