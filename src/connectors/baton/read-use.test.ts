import { afterEach, expect, test } from 'vitest';
import { type BatonPlatform, createPlatform } from '../../../test/support/baton/baton-platform.ts';
import { APOLLO, type BatonState, CRM, filledState, user } from '../../../test/support/baton/baton-state.ts';
import { connectBaton } from '../../../test/support/baton/baton-world.ts';
import { expectError } from '../../../test/support/connector-world.ts';
import type { Connector, UsePage } from '../connector.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const at = (text: string): number => Date.parse(text) / 1_000;

let platform: BatonPlatform;
let connector: Connector;
const connect = (feeds: BatonState['feeds'], settings: object = {}): void => {
  platform = createPlatform({ ...filledState(), feeds });
  connector = connectBaton(platform, settings, { now: () => NOW });
};
afterEach(async () => {
  await connector.close();
  platform.close();
});

const USAGE = {
  id: 'usage',
  types: [1],
  page: 2,
  events: [
    { id: 'e0', at: at('2025-06-01T00:00:00Z'), actor: user('ana'), target: CRM },
    { id: 'e1', at: at('2026-02-28T09:00:00Z'), actor: user('ana'), target: CRM },
    { id: 'e2', at: at('2026-02-28T10:00:00Z'), actor: user('bob'), target: APOLLO },
    { id: 'e2', at: at('2026-02-28T10:00:00Z'), actor: user('bob'), target: APOLLO },
    { id: '', at: at('2026-03-01T08:00:00Z'), actor: user('bob'), target: APOLLO },
    // A change of a resource, and half a use.
    { id: 'e4', at: at('2026-03-01T09:00:00Z') },
    { id: 'e5', at: at('2026-03-01T09:30:00Z'), actor: user('dave'), target: CRM },
  ],
};

async function readAll(checkpoint: string | null): Promise<UsePage[]> {
  const pages = [await connector.readUse(checkpoint)];
  while (pages.at(-1)?.more) pages.push(await connector.readUse((pages.at(-1) as UsePage).checkpoint));
  return pages;
}

test('use is read page by page, once, from where it was', async () => {
  connect([USAGE, { id: 'changes', types: [4], events: [] }]);
  const pages = await readAll(null);
  const events = pages.flatMap((page) => page.events);
  expect(pages.length).toBe(3);
  expect(
    events.map(({ principal_key, asset_key, timestamp }) => [principal_key, asset_key, timestamp]),
  ).toEqual([
    ['user/ana', 'app/crm', '2026-02-28T09:00:00.500Z'],
    ['user/bob', 'project/apollo', '2026-02-28T10:00:00.500Z'],
    ['user/bob', 'project/apollo', '2026-02-28T10:00:00.500Z'],
    ['user/bob', 'project/apollo', '2026-03-01T08:00:00.500Z'],
    ['user/dave', 'app/crm', '2026-03-01T09:30:00.500Z'],
  ]);
  // Read twice, it is the same event; without an id of its own it has one that stays.
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(4);
  const again = await readAll(null);
  expect(again.flatMap((page) => page.events)).toEqual(events);

  const { checkpoint } = pages.at(-1) as UsePage;
  expect((await readAll(checkpoint)).flatMap((page) => page.events)).toEqual([]);
  platform.change(({ feeds }) => {
    feeds[0]?.events.push({ id: 'e6', at: at('2026-03-01T11:00:00Z'), actor: user('ana'), target: CRM });
  });
  expect((await readAll(checkpoint)).flatMap((page) => page.events)).toMatchObject([
    { event_id: 'usage/e6' },
  ]);
});

test('silence counts only where an admin has said that the feed is complete', async () => {
  connect([USAGE]);
  expect((await connector.readUse(null)).coverage).toMatchObject({
    observes_use: false,
    observed_since: null,
    sources: [{ source: 'usage', status: 'degraded', reason: expect.stringContaining('use_feed') }],
  });
  await connector.close();
  connector = connectBaton(platform, { use_feed: 'complete' }, { now: () => NOW });
  expect((await connector.readUse(null)).coverage).toMatchObject({
    observes_use: true,
    observed_since: NOW.toISOString(),
    sources: [{ source: 'usage', status: 'available', reason: null }],
  });
});

test('where nothing reports use, none is observed, whatever an admin has said', async () => {
  connect([{ id: 'changes', types: [4, 5], events: [] }], { use_feed: 'complete' });
  const { coverage, events, more } = await connector.readUse(null);
  expect({ events, more }).toEqual({ events: [], more: false });
  expect(coverage).toMatchObject({
    observes_use: false,
    observed_since: null,
    sources: [{ status: 'unavailable', does_not_see: ['All use'] }],
  });
});

test('a feed of an older connector does not say what it tells, and is read', async () => {
  connect([{ ...USAGE, id: 'baton_feed_event', types: [0] }]);
  expect((await readAll(null)).flatMap((page) => page.events)).toHaveLength(5);
});

test('a feed that has lost its place begins again where its last event was, and says what it may have missed', async () => {
  connect([USAGE], { use_feed: 'complete' });
  const { checkpoint } = (await readAll(null)).at(-1) as UsePage;
  platform.change((state) => {
    state.feed_epoch = 'b';
  });
  const [lost] = await readAll(checkpoint);
  expect(lost?.coverage.gaps).toEqual([
    { from: '2026-03-01T09:30:00.500Z', to: NOW.toISOString(), reason: 'The feed usage lost its place.' },
  ]);
  const after = await readAll((lost as UsePage).checkpoint);
  expect(after.flatMap((page) => page.events)).toMatchObject([{ event_id: 'usage/e5' }]);
  expect(after.flatMap((page) => page.coverage.gaps)).toEqual([]);
});

test('a feed that cannot be read is an error, and not silence', async () => {
  connect([USAGE]);
  platform.setMode({ refuse: { ListEvents: ['PERMISSION_DENIED', 'no right to read events'] } });
  await expectError(connector.readUse(null), 'permission');
});

test.each(['', '{}', '[]', '{"version":1,"observed_from":"x","feeds":{"a":{"cursor":1,"since":"x"}}}'])(
  'a checkpoint that is not its own is refused: %s',
  async (checkpoint) => {
    connect([USAGE]);
    await expectError(connector.readUse(checkpoint), 'invalid_checkpoint');
  },
);
