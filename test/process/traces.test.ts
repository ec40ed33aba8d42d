import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { STAGES } from '../../src/core/pipeline/stages.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { eventually, startLapse, usedDirectory } from './lapse-process.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
/** Sent at once; and spans that a busy machine does not take in ten seconds are not thrown away, as they usually would be. */
const EXPORT = {
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_BSP_EXPORT_TIMEOUT: '240000',
  OTEL_EXPORTER_OTLP_TIMEOUT: '240000',
};
/** None of it belongs into a trace: who, what, from where, and how they prove it. */
const PRIVATE = {
  name: 'Ada Lovelace-Byron',
  email: 'ada.lovelace@corp.example',
  token: 'a-bearer-token-of-somebody',
  query: 'text-of-a-query-string',
  table: 'Payroll of the board',
  note: 'a-note-that-was-sent',
  address: '203.0.113.77',
};

test('one trace goes from the request through the queue and every stage of the pipeline', async () => {
  const collector = await startOtlpReceiver();
  try {
    const lapse = startLapse({
      data_dir: await usedDirectory(),
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_SERVICE_NAME: 'lapse-of-a-test',
        ...EXPORT,
        OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      },
    });
    const requestId = await sendEvent(await lapse.ready());
    const byName = (name: string) => collector.spans.filter((span) => span.name === name);
    await eventually(() => byName('audit writing').length > 0);
    expect((await lapse.stop()).code).toBe(0);

    // The sampler of the environment is obeyed: only what the caller wanted traced is.
    expect(new Set(collector.spans.map(({ trace_id }) => trace_id))).toEqual(new Set([TRACE_ID]));
    for (const { resource } of collector.spans) expect(resource['service.name']).toBe('lapse-of-a-test');
    const only = (name: string): ReceivedSpan => {
      expect(byName(name), name).toHaveLength(1);
      return byName(name)[0] as ReceivedSpan;
    };
    const request = only('POST /v1/events');
    expect(request.parent_span_id).toBe(CALLER_SPAN);
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/events',
      'http.response.status_code': 201,
      'lapse.request_id': requestId,
      'lapse.tenant_id': expect.any(Number),
    });
    const tenant = { 'lapse.tenant_id': request.attributes['lapse.tenant_id'] };
    const [inbox, batch] = [only('inbox'), only('pipeline batch')];
    for (const span of [inbox, batch]) expect(span.parent_span_id).toBe(request.span_id);
    expect(batch.attributes).toMatchObject({ ...tenant, 'lapse.batch.events': 1, 'lapse.batch.requests': 1 });
    expect(inbox.end_ns).toBeGreaterThanOrEqual(inbox.start_ns);
    for (const { name } of STAGES) {
      expect(only(name)).toMatchObject({
        parent_span_id: batch.span_id,
        attributes: tenant,
        is_error: false,
      });
    }
    const sent = Buffer.concat(collector.bytes).toString('latin1');
    for (const value of Object.values(PRIVATE)) expect(sent).not.toContain(value);
  } finally {
    await collector.stop();
  }
});

test('a remediation and the webhook about it are traced by the threads that carry them out', async () => {
  const collector = await startOtlpReceiver();
  const receiver = await startReceiver();
  try {
    const lapse = startLapse({
      data_dir: await usedDirectory(),
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...EXPORT },
    });
    const address = await lapse.ready();
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const answer = (await response.json()) as Record<string, string>;
      expect([path, response.ok, answer]).toEqual([path, true, expect.anything()]);
      return answer;
    };
    await importDirectory(address);
    const url = `${receiver.url}/${PRIVATE.token}`;
    const webhook = await post('/v1/webhooks', { url, event_types: ['remediation.requested'] });
    // Access that was never used is asked about by itself.
    let review: { id: string } | undefined;
    await eventually(async () => {
      const { items } = (await (await fetch(`${address}/v1/reviews`)).json()) as { items: { id: string }[] };
      review = items[0];
      return review !== undefined;
    });
    const decision = { decision: 'REVOKE', justification: PRIVATE.note };
    await post(`/v1/reviews/${review?.id}/decide`, decision);
    await receiver.arrived(1);
    const byName = (name: string) => collector.spans.filter((span) => span.name === name);
    await eventually(() => byName('deliver webhook').length > 0);
    expect((await lapse.stop()).code).toBe(0);

    const tenant = { 'lapse.tenant_id': expect.any(Number) };
    expect(byName('remediation revoke').map(({ attributes }) => attributes)).toEqual([
      { ...tenant, 'lapse.remediation_id': expect.any(String), 'lapse.attempt': 1 },
    ]);
    expect(byName('deliver webhook').map(({ attributes }) => attributes)).toEqual([
      {
        ...tenant,
        'lapse.endpoint_id': webhook.id,
        'lapse.outcome': 'success',
        'http.response.status_code': 204,
      },
    ]);
    const sent = Buffer.concat(collector.bytes).toString('latin1');
    for (const value of [...Object.values(PRIVATE), webhook.secret as string])
      expect(sent).not.toContain(value);
  } finally {
    await receiver.close();
    await collector.stop();
  }
});

async function importDirectory(address: string): Promise<void> {
  const imported = await fetch(`${address}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: [
      { kind: 'principal', id: 'ada', display_name: PRIVATE.name, email: PRIVATE.email, type: 'user' },
      {
        kind: 'asset',
        id: 'payroll',
        name: PRIVATE.table,
        type: 'table',
        platform: 'postgres',
        classification: 'pii',
      },
      {
        kind: 'grant',
        id: 'ada-payroll',
        principal_id: 'ada',
        asset_id: 'payroll',
        permission: 'read',
        granted_at: '2020-01-01T00:00:00Z',
      },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  });
  expect(await imported.json()).toMatchObject({ rejected: 0 });
}

async function sendEvent(address: string): Promise<string> {
  await importDirectory(address);
  const response = await fetch(`${address}/v1/events`, {
    method: 'POST',
    headers: {
      traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01`,
      'content-type': 'application/json',
      authorization: `Bearer ${PRIVATE.token}`,
      cookie: `session=${PRIVATE.token}`,
    },
    body: JSON.stringify({
      principal_id: PRIVATE.email,
      asset_id: 'payroll',
      action: 'query',
      timestamp: new Date().toISOString(),
      metadata: { source_ip: PRIVATE.address, query_type: PRIVATE.query, note: PRIVATE.note },
    }),
  });
  expect(await response.json()).toMatchObject({ status: 'accepted' });
  return response.headers.get('x-request-id') as string;
}

test('without the variables of OpenTelemetry nothing of it is even loaded', async () => {
  const program = new URL('../../dist/platform/tracing/open-tracing.js', import.meta.url).href;
  const script = `
    import { createRequire } from 'node:module';
    const { openTracing } = await import(${JSON.stringify(program)});
    const tracing = await openTracing({ env: process.env, version: '0', onTrouble: console.error });
    const loaded = Object.keys(createRequire(${JSON.stringify(program)}).cache).filter((file) => /opentelemetry/.test(file));
    console.log(tracing === null, loaded.length > 0);
    await tracing?.close();`;
  const run = async (env: Record<string, string>) => {
    const args = ['--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { PATH: process.env.PATH, ...env },
    });
    return stdout.trim();
  };
  expect(await run({ OTEL_SERVICE_NAME: 'lapse' })).toBe('true false');
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  expect(await run({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBe('true false');
  expect(await run({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBe('true false');
  expect(await run(endpoint)).toBe('false true');
});
