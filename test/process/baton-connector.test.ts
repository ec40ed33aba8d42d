import { afterEach, expect, test } from 'vitest';
import { type BatonPlatform, createPlatform } from '../support/baton/baton-platform.ts';
import { filledState } from '../support/baton/baton-state.ts';
import { SECRET } from '../support/baton/baton-world.ts';
import { eventually, startLapse, temporaryDirectory } from './lapse-process.ts';

let platform: BatonPlatform;
afterEach(() => platform.close());

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a program of the operator is run by Lapse, knows nothing of it, and ends with it', async () => {
  platform = createPlatform({ ...filledState(), feeds: [{ id: 'usage', types: [1], events: [] }] });
  const data_dir = await temporaryDirectory();
  const lapse = startLapse({
    data_dir,
    env: { BATON_DIR: platform.programs, AUTH_DISABLED: 'true', RATE_LIMIT_READS: 'off' },
  });
  const url = await lapse.ready();
  const call = async (method: string, path: string, body?: object) => {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await (await fetch(`${url}${path}`, { method, ...init })).json()) as Record<string, unknown>;
  };
  const { id } = await call('POST', '/v1/connectors', {
    platform: 'baton',
    name: 'Things',
    settings: { program: 'baton-test', secret_variables: `BATON_TOKEN=${SECRET}` },
  });
  let synced: Record<string, unknown> = {};
  await eventually(async () => {
    synced = await call('GET', `/v1/connectors/${id}`);
    return synced.error !== null || synced.last_sync_at !== null;
  });
  expect(synced).toMatchObject({ error: null, health: 'healthy', progress: { skipped: 0 } });
  const { env, pid: first } = platform.launch();
  expect(Object.keys(env).sort()).toEqual([
    'BATON_CONNECTOR_SERVICE_LISTENER_FD',
    'BATON_TOKEN',
    'HOME',
    'TMPDIR',
  ]);
  expect(lapse.output + lapse.errors).not.toContain(SECRET);

  // Killed in the middle of a sync, while the program waits for its platform.
  platform.setMode({ slow_ms: 30_000 });
  await call('POST', `/v1/connectors/${id}/sync`, {});
  await eventually(() => platform.launch().pid !== first);
  const { pid } = platform.launch();
  expect(isRunning(pid)).toBe(true);
  lapse.signal('SIGKILL');
  await eventually(() => !isRunning(pid));
}, 240_000);
