import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readExposition } from '../support/exposition.ts';
import { eventually, startLapse, status, temporaryDirectory } from './lapse-process.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

test('a running service tells its figures on a port of its own, and looks at its alerts', async () => {
  const port = await freePort();
  const data_dir = await temporaryDirectory();
  const lapse = startLapse({ data_dir, env: { METRICS_PORT: String(port), DEMO_DATA: 'true' } });
  const address = await lapse.ready();
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.status).toBe(200);
    return readExposition(await answer.text());
  };
  expect(await status(`${address}/metrics`)).toBe(404);
  const event = {
    principal_id: 'prin-001',
    asset_id: 'asset-004',
    action: 'query',
    timestamp: new Date().toISOString(),
  };
  const accepted = await fetch(`${address}/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });
  expect(accepted.status).toBe(201);

  await eventually(async () => {
    const { series } = await scrape();
    const figure = (name: string, label?: string) =>
      series.find((each) => each.name === name && (!label || Object.values(each.labels).includes(label)))
        ?.value;
    return (
      figure('lapse_database_up') === 1 &&
      figure('lapse_connector_events_total', 'api') === 1 &&
      (figure('lapse_score_computation_seconds_count') ?? 0) > 0 &&
      (figure('lapse_pipeline_stage_seconds_count', 'decay recalculation') ?? 0) > 0 &&
      figure('lapse_http_request_duration_seconds_count', '/v1/events') === 1
    );
  });
  await eventually(async () => {
    const { items } = (await (await fetch(`${address}/v1/alerts`)).json()) as {
      items: { id: string; state: string }[];
    };
    return items.some(({ id, state }) => id === 'decay_score_high' && state === 'pending');
  });

  const second = startLapse({
    data_dir: await temporaryDirectory(),
    env: { METRICS_PORT: String(port) },
  });
  expect((await second.ended).code).not.toBe(0);
  expect(second.errors).toMatch(/Port \d+ of 127.0.0.1 is taken.*METRICS_PORT/);

  expect(await lapse.stop()).toEqual({ code: 0, signal: null });
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});
