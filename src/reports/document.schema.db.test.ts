import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReportWorld, type ReportWorld } from '../../test/support/report-world.ts';
import { REPORT_TYPES } from './report.rules.ts';

let world: ReportWorld;
let described: { components: { schemas: Record<string, object> } };
beforeAll(async () => {
  world = await createReportWorld();
  described = JSON.parse(await readFile('openapi.json', 'utf8'));
});
afterAll(() => world.close());

function validate(schema: string, document: unknown): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'api', components: described.components });
  const check = ajv.compile({ $ref: `api#/components/schemas/${schema}` });
  check(document);
  return check.errors;
}

test.each(REPORT_TYPES)('a %s as JSON is what openapi.json says', async (type) => {
  const { bytes } = await world.file({ type, format: 'json' });
  const document = JSON.parse(bytes.toString('utf8'));
  const schema = type === 'compliance_summary' ? 'ComplianceSummaryDocument' : 'ReportRowsDocument';
  expect(validate(schema, document)).toBe(null);
  expect(document.head.type).toBe(type);
  // A schema that lets anything pass would pass this too.
  delete document.completeness.rows_sha256;
  expect(validate(schema, document)).not.toBe(null);
});

test('a download refers to the documents, and every field of a summary is described', async () => {
  const { bytes } = await world.file({ type: 'compliance_summary', format: 'json' });
  const { summary } = JSON.parse(bytes.toString('utf8'));
  const schema = described.components.schemas.ComplianceSummaryDocument as {
    properties: { summary: { properties: object; required: string[] } };
  };
  expect(Object.keys(summary).sort()).toEqual(Object.keys(schema.properties.summary.properties).sort());
  const text = JSON.stringify(described);
  expect(text).toContain('#/components/schemas/ReportRowsDocument');
});
