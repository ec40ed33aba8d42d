import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grafanaDashboard } from '../src/metrics/grafana-dashboard.ts';
import { prometheusRules } from '../src/metrics/prometheus-rules.ts';
import { createTestApp, type TestApp } from './support/app.ts';
import { dumpSchema } from './support/schema-dump.ts';

/** `npm run generate` writes these files again; here they must be what the program makes. */

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test('the committed schema is the one the migrations make', async () => {
  await expect(await dumpSchema(service.test.admin)).toMatchFileSnapshot(
    '../src/platform/database/schema.sql',
  );
});

test('the committed openapi.json is the one the routes make', async () => {
  await expect(`${JSON.stringify(service.app.swagger(), null, 2)}\n`).toMatchFileSnapshot('../openapi.json');
});

test('the committed alert rules and dashboard are those of the alerts', async () => {
  await expect(prometheusRules()).toMatchFileSnapshot('../deploy/prometheus/lapse.rules.yml');
  await expect(grafanaDashboard()).toMatchFileSnapshot('../deploy/grafana/lapse.json');
});

test("the committed types of the client are openapi.json's", async () => {
  const generator = fileURLToPath(new URL('../packages/client/generate.mjs', import.meta.url));
  const types = execFileSync(process.execPath, [generator], {
    input: JSON.stringify(service.app.swagger()),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  await expect(types).toMatchFileSnapshot('../packages/client/src/api.ts');
});
