import { Flow, tableGrid } from '@lapse/pdf';
import { expect, test } from 'vitest';
import { rowReport } from '../../../test/support/pdf/row-report.ts';
import { DEFAULT_POLICY } from '../../core/policy/policy.rules.ts';
import { AUDIT_EXPORT_COLUMNS } from '../content/audit-export.sql.ts';
import { reportQuery } from '../content/rows.sql.ts';
import { reportDocument } from './report-document.ts';
import { shownColumns } from './row-document.ts';

const FILTERS = { department: null, platform: null, classification: null };

test.each(['stale_access', 'review_decisions', 'remediation_log', 'audit_export'] as const)(
  'a row of %s stands on one line of a document, under one head',
  (type) => {
    const request = {
      type,
      format: 'pdf' as const,
      period_start: '2026-07-01T00:00:00.000Z',
      period_end: '2026-10-01T00:00:00.000Z',
      filters: FILTERS,
    };
    const columns =
      request.type === 'audit_export'
        ? AUDIT_EXPORT_COLUMNS
        : reportQuery(1, { ...request, type: request.type }, DEFAULT_POLICY).columns;
    const flow = new Flow(
      reportDocument(async () => {}, rowReport(1).head),
      true,
    );
    const { table } = shownColumns(columns);
    const grid = tableGrid(table, flow.document.layout, flow.page.left, flow.width, true);
    expect(grid.bands).toBe(1);
  },
);
