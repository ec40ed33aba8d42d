import type { SummaryReport } from '../../../src/reports/content.rules.ts';
import type {
  ComplianceSummary,
  ExceptionRow,
} from '../../../src/reports/summary/compliance-summary.rules.ts';
import { rowReport } from './row-report.ts';

/** A made-up insurer's quarter. Every figure is different, so that a test can look for each. */
export function insurerSummary(): ComplianceSummary {
  return {
    executive_summary: [
      'Northwind Mutual Insurance held 48,211 grants of access at the end of the period; 1,903 of them are stale, 214 fewer than three months before.',
      'Reviewers decided 1,187 of 1,342 reviews; 94.1 % of the decisions made by people came within the deadline.',
      'محمد الفارسي confirmed 12 grants against the recommendation, among them one on claims_prod.payments.',
      'Access on snowflake was not observed for 4.5 days; nothing on it was counted as unused meanwhile.',
    ],
    key_figures: [
      key('active_grants', 'Grants held at the end', 48_211, 'count', 47_905, 'neither'),
      key('stale_grants', 'Stale grants', 1_903, 'count', 2_117, 'lower'),
      key('stale_share', 'Share of grants that are stale', 3.9, 'percent', 4.4, 'lower'),
      key('in_time', 'Decisions within the deadline', 94.1, 'percent', 96.3, 'higher'),
      key('median_hours', 'Median time to decide', 31.5, 'hours', 31.5, 'lower'),
      key('verified', 'Remediations verified', 402, 'count', null, 'higher'),
      key(
        'lapse_age',
        'Median days since access lapsed, among all stale grants of people and services',
        null,
        'days',
        17.2,
        'lower',
      ),
      key('observed', 'Telemetry coverage', 98.8, 'percent', 99.6, 'higher'),
    ],
    score_bands: Array.from({ length: 13 }, (_, at) => ({
      at: new Date(Date.UTC(2026, 6, 1 + at * 7 + (at === 12 ? 8 : 0))).toISOString(),
      low: 41_000 + at * 173,
      medium: 4_300 - at * 31,
      high: 1_700 - at * 23,
      critical: 905 - at * 17,
    })),
    telemetry: [
      {
        platform: 'postgresql',
        grants: 21_004,
        events: 18_233_981,
        unobserved_days: 0,
        observed_share: 1,
        gaps: [],
      },
      {
        platform: 'snowflake',
        grants: 13_377,
        events: 9_120_455,
        unobserved_days: 4.5,
        observed_share: 0.951,
        gaps: [
          { started_at: '2026-07-18T03:12:00.000Z', ended_at: '2026-07-20T15:12:00.000Z' },
          { started_at: '2026-09-29T00:00:00.000Z', ended_at: null },
        ],
      },
      {
        platform: 'entra',
        grants: 13_830,
        events: 771_206,
        unobserved_days: 0.25,
        observed_share: 0.997,
        gaps: [{ started_at: '2026-08-02T01:00:00.000Z', ended_at: '2026-08-02T07:00:00.000Z' }],
      },
    ],
    reviews: {
      created: 1_342,
      decided: 1_187,
      confirmed: 611,
      revoked: 437,
      confirmed_by_use: 121,
      removed_elsewhere: 18,
      revoked_unanswered: 0,
      revoked_by_rule: 0,
      escalated: 77,
      expired: 39,
      open: 116,
      open_overdue: 23,
      decided_within_sla: 986,
      decided_late: 62,
      median_hours_to_decide: 31.5,
      p90_hours_to_decide: 118.3,
      by_risk: [
        {
          risk_level: 'CRITICAL',
          sla_hours: 24,
          created: 88,
          decided: 80,
          decided_by_people: 80,
          decided_within_sla: 49,
          median_hours_to_decide: 26.4,
        },
        {
          risk_level: 'HIGH',
          sla_hours: 72,
          created: 350,
          decided: 322,
          decided_by_people: 322,
          decided_within_sla: 310,
          median_hours_to_decide: 22.7,
        },
        {
          risk_level: 'MEDIUM',
          sla_hours: 168,
          created: 701,
          decided: 646,
          decided_by_people: 646,
          decided_within_sla: 627,
          median_hours_to_decide: 41.9,
        },
        {
          risk_level: 'LOW',
          sla_hours: 336,
          created: 203,
          decided: 0,
          decided_by_people: 0,
          decided_within_sla: 0,
          median_hours_to_decide: null,
        },
      ],
    },
    overdue: {
      total: 62,
      rows: Array.from({ length: 6 }, (_, at) => ({
        review_id: `0199a8c4-7d1e-7c31-9f5e-00000000100${at}`,
        principal_name: [
          'Björn Fernández-Liñares',
          'ישראל ישראלי',
          'svc-nightly-reconciliation',
          'Ngọc Roy',
          'Łukasz Žižek',
          'Seán O’Hara',
        ][at] as string,
        asset_name: [
          'claims_prod.payments',
          'gl-ledger.journal_entries',
          'Customer 360',
          'policy-admin / endorsements',
          'reinsurance_treaties.exposure_2025',
          'underwriting-models/mortality',
        ][at] as string,
        risk_level: at < 2 ? 'CRITICAL' : 'HIGH',
        status: at % 2 === 0 ? 'PENDING' : 'EXPIRED',
        assigned_to: at === 3 ? null : 'ingrid.achterberg@northwind.example',
        due_at: `2026-09-1${at}T09:3${at}:00.000Z`,
        overdue_hours: 494.5 - at * 24.2,
      })),
    },
    remediations: {
      requested: 431,
      carried_over: 9,
      completed: 409,
      verified: 402,
      attested: 4,
      simulated: 0,
      not_verified: 3,
      contradicted: 0,
      failed: 6,
      blocked: 13,
      reverted: 4,
      cancelled: 3,
      rehearsed: 1,
      open: 5,
      awaiting_person: 2,
      median_minutes_to_verified: 2.6,
      exceptions: {
        total: 23,
        rows: [
          {
            remediation_id: '0199b001-7d1e-7c31-9f5e-000000002001',
            principal_name: 'Tomasz Okonkwo',
            asset_name: 'claims_prod.payments',
            status: 'failed',
            reason: 'The platform refused six times: permission denied for role lapse_connector.',
            at: '2026-09-27T22:41:00.000Z',
          },
          {
            remediation_id: '0199b001-7d1e-7c31-9f5e-000000002002',
            principal_name: 'Priya Papadopoulos',
            asset_name: 'Customer 360',
            status: 'blocked',
            reason: 'other_access: leaving the group would take 4 grants that are in use.',
            at: '2026-09-21T08:05:00.000Z',
          },
          {
            remediation_id: '0199b001-7d1e-7c31-9f5e-000000002003',
            principal_name: 'Chloé Achterberg',
            asset_name: 'gl-ledger.journal_entries',
            status: 'reverted',
            reason: null,
            at: '2026-08-30T16:20:00.000Z',
          },
        ],
      },
    },
    stale_access: {
      total: 1_904,
      rows: Array.from({ length: 10 }, (_, at) => ({
        grant_id: `0199c001-7d1e-7c31-9f5e-0000000030${10 + at}`,
        risk: 99.1 - at * 1.3,
        principal_name:
          at === 2
            ? 'فاطمة الزهراء بنت عبد الرحمن'
            : at === 4
              ? `svc-${'x'.repeat(296)}`
              : `Amélie Šimůnek ${at}`,
        department: at === 5 ? null : 'Life underwriting',
        asset_name: at === 6 ? '再保険データ / 東京支店' : 'reinsurance_treaties.exposure_2025',
        platform: 'snowflake',
        classification: at === 7 ? null : 'restricted',
        permission: 'write',
        score: 99.6 - at * 0.7,
        risk_level: 'CRITICAL',
        last_used_at: at === 8 ? null : `2025-0${1 + (at % 9)}-11T14:0${at}:00.000Z`,
        lapses_at: `2025-1${at % 3}-02T0${at}:15:00.000Z`,
      })),
    },
    exceptions: {
      confirmed_against_recommendation: {
        total: 12,
        rows: [
          exception(1, null, 'Needed for the year-end close.'),
          exception(2, null, 'Covers for a colleague on leave until October; ask again afterwards.'),
        ],
      },
      fast_decisions: { total: 2, rows: [exception(3, 1.8, ''), exception(4, 4.25, 'ok')] },
      without_reason: 1,
      bulk_confirmations: {
        total: 1,
        rows: [
          {
            decided_by: 'bjorn.roy@northwind.example',
            decided_at: '2026-08-14T10:02:00.000Z',
            grants: 57,
            reviews: 19,
          },
        ],
      },
    },
    controls: [
      control(
        'SOC 2',
        'CC6.1',
        'Logical access is restricted to those who need it.',
        'Stale share',
        3.9,
        'percent',
        false,
      ),
      control(
        'SOC 2',
        'CC6.2',
        'Access is registered and authorised, and removed when no longer needed.',
        'Remediations verified',
        402,
        'count',
        false,
      ),
      control(
        'SOC 2',
        'CC6.3',
        'Access is changed or removed based on roles and changes.',
        'Reviews decided',
        1_187,
        'count',
        false,
      ),
      control(
        'ISO 27001:2022',
        'A.5.15',
        'Rules for access are set and followed.',
        'Decisions within the deadline',
        94.1,
        'percent',
        true,
      ),
      control(
        'ISO 27001:2022',
        'A.5.18',
        'Access rights are provisioned, reviewed and removed.',
        'Reviews decided',
        1_187,
        'count',
        false,
      ),
      control(
        'ISO 27001:2022',
        'A.8.2',
        'Privileged access is restricted and managed.',
        'Critical reviews in time',
        61.3,
        'percent',
        true,
      ),
      control(
        'PCI DSS 4',
        '7.2.4',
        'User accounts and privileges are reviewed at least every six months.',
        'Days since the oldest review',
        88,
        'days',
        false,
      ),
      control(
        'PCI DSS 4',
        '8.2.6',
        'Inactive accounts are removed or disabled within 90 days.',
        'Accounts unused over 90 days',
        7,
        'count',
        true,
      ),
      control(
        'SOX ITGC',
        'Access',
        'Access to financial systems is reviewed and removed in time.',
        'Median time to decide',
        31.5,
        'hours',
        false,
      ),
      control(
        'HIPAA',
        '164.308(a)(4)',
        'Access to health information is authorised, reviewed and modified.',
        'Grants reviewed',
        2_904,
        'count',
        false,
      ),
      control(
        'HIPAA',
        '164.312(a)',
        'Technical policies allow access only to those granted it.',
        'Remediations verified',
        402,
        'count',
        false,
      ),
      control(
        'NIST SP 800-53',
        'AC-2',
        'Accounts are managed over their life and disabled when inactive.',
        'Accounts unused over 90 days',
        7,
        'count',
        true,
      ),
      control(
        'NIST SP 800-53',
        'AC-6',
        'Only the least privilege needed is granted.',
        'Stale share',
        null,
        'percent',
        false,
      ),
    ],
    notes: [
      'Uses that were seen before the telemetry of a platform was connected are unknown; scores of such access began at its first sighting.',
    ],
  };
}

function key(
  name: string,
  label: string,
  value: number | null,
  unit: ComplianceSummary['key_figures'][number]['unit'],
  previous: number | null,
  better: ComplianceSummary['key_figures'][number]['better'],
) {
  return { key: name, label, value, unit, previous, better };
}

function exception(at: number, seconds: number | null, reason: string): ExceptionRow {
  return {
    review_id: `0199d001-7d1e-7c31-9f5e-00000000400${at}`,
    principal_name: `Dmitri Papadopoulos ${at}`,
    asset_name: 'underwriting-models/mortality',
    risk_level: 'HIGH',
    decision: 'CONFIRM',
    decided_by: 'ingrid.achterberg@northwind.example',
    decided_at: `2026-08-1${at}T11:2${at}:00.000Z`,
    seconds,
    reason,
  };
}

function control(
  framework: string,
  name: string,
  requirement: string,
  figure: string,
  value: number | null,
  unit: ComplianceSummary['key_figures'][number]['unit'],
  attention: boolean,
) {
  const evidence =
    'Every grant is scored daily and questioned when it lapses; decisions and remediations are in the audit log.';
  return { framework, control: name, requirement, evidence, figure, value, unit, attention };
}

/** A tenant in which nothing has happened yet. */
export function emptySummary(): ComplianceSummary {
  const full = insurerSummary();
  const none = { total: 0, rows: [] };
  const zeros = <T extends object>(record: T): T =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'number' ? (/median|p90/.test(name) ? null : 0) : value,
      ]),
    ) as T;
  return {
    executive_summary: [],
    key_figures: full.key_figures.map((entry) => ({ ...entry, value: null, previous: null })),
    score_bands: [{ at: '2026-10-01T00:00:00.000Z', low: 0, medium: 0, high: 0, critical: 0 }],
    telemetry: [],
    reviews: { ...zeros(full.reviews), by_risk: [] },
    overdue: none,
    remediations: { ...zeros(full.remediations), exceptions: none },
    stale_access: none,
    exceptions: {
      confirmed_against_recommendation: none,
      fast_decisions: none,
      bulk_confirmations: none,
      without_reason: 0,
    },
    controls: full.controls.map((row) => ({ ...row, value: null })),
    notes: [],
  };
}

export function summaryReport(summary = insurerSummary()): SummaryReport {
  const { head, completeness } = rowReport(37);
  return {
    kind: 'summary',
    head: {
      ...head,
      type: 'compliance_summary',
      title: 'Access compliance summary',
      filters: { department: null, platform: null, classification: null },
    },
    completeness,
    summary,
    columns: [],
    rows: [],
  };
}
