import { Type } from 'typebox';

export const PrincipalMetrics = Type.Object(
  {
    principal_id: Type.String(),
    period: Type.String(),
    login_count: Type.Integer({ description: 'Events whose action names a sign-in that succeeded.' }),
    unique_assets_accessed: Type.Integer(),
    grants_total: Type.Integer({ description: 'Active grants now.' }),
    grants_unused: Type.Integer({ description: 'Those of them without any use in the period.' }),
    anomaly_events: Type.Integer({ description: 'Anomaly signals in the period.' }),
  },
  {
    $id: 'PrincipalMetrics',
    examples: [
      {
        principal_id: 'prin-001',
        period: '90d',
        login_count: 61,
        unique_assets_accessed: 7,
        grants_total: 9,
        grants_unused: 2,
        anomaly_events: 1,
      },
    ],
  },
);

export const MetricsQuery = Type.Object(
  {
    period: Type.String({
      default: '90d',
      maxLength: 10,
      description: 'How far back from now, in days: 1d to 365d.',
      examples: ['90d'],
    }),
  },
  { additionalProperties: false },
);
