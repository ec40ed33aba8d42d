import type { Item } from '@lapse/client';
import { SparklineScore } from '../../charts/sparkline-score.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import type { Column } from '../../parts/virtual-list/list-row.tsx';
import { CardRow, RowLink, RowTime, ScorePill, TwoLines } from '../../parts/virtual-list/row-cells.tsx';
import { grantStrings as strings } from '../../strings/grants.ts';

const { columns } = strings;

export type GrantItem = Item<'/v1/grants'>;

const TONES = { revoking: 'working', revoked: 'idle' } as const;

export const grantThrough = (row: GrantItem): string =>
  row.via_group_name ?? row.via_group_id ?? strings.direct;

const permission: Column<GrantItem> = {
  key: 'permission',
  header: columns.permission,
  width: 'minmax(90px, 1fr)',
  cell: (row) => row.permission,
};
const through: Column<GrantItem> = {
  key: 'through',
  header: columns.through,
  width: 'minmax(90px, 1fr)',
  cell: (row) =>
    row.via_group_id ? (
      <RowLink kind="principals" id={row.via_group_id} plain>
        {grantThrough(row)}
      </RowLink>
    ) : (
      strings.direct
    ),
};
const used: Column<GrantItem> = {
  key: 'used',
  header: columns.used,
  width: '112px',
  cell: (row) => <RowTime at={row.last_used_at} fallback={strings.never} />,
};
const score: Column<GrantItem> = {
  key: 'score',
  header: columns.score,
  width: '210px',
  sort: { name: 'score', first: 'desc' },
  cell: (row, points) => (
    <SparklineScore points={points} score={row.score} level={row.risk_level} none={strings.noScore} />
  ),
};

const status: Column<GrantItem> = {
  key: 'status',
  header: columns.status,
  width: '146px',
  // Most are: what is not stands out.
  cell: (row) => {
    if (row.status !== 'active') {
      return <StateBadge tone={TONES[row.status]}>{strings.statuses[row.status]}</StateBadge>;
    }
    if (!row.unanswered) return strings.statuses.active;
    return (
      <span title={strings.unansweredHint}>
        <StateBadge tone="warning">{strings.unanswered}</StateBadge>
      </span>
    );
  },
};

export const GRANT_COLUMNS: readonly Column<GrantItem>[] = [
  {
    key: 'access',
    header: columns.access,
    width: 'minmax(220px, 2.4fr)',
    cell: (row) => (
      <TwoLines
        first={
          <RowLink kind="principals" id={row.principal_id}>
            {row.principal_name}
          </RowLink>
        }
        second={
          <>
            {'→ '}
            <RowLink kind="assets" id={row.asset_id}>
              {row.asset_name}
            </RowLink>
            {` · ${row.platform}`}
          </>
        }
      />
    ),
  },
  permission,
  through,
  used,
  status,
  score,
];

/** Who can reach one asset: it need not be named in every row. */
export const ASSET_GRANT_COLUMNS: readonly Column<GrantItem>[] = [
  {
    key: 'principal',
    header: columns.principal,
    width: 'minmax(200px, 2fr)',
    cell: (row) => (
      <TwoLines
        first={
          <RowLink kind="principals" id={row.principal_id}>
            {row.principal_name}
          </RowLink>
        }
        second={row.department ?? row.principal_id}
      />
    ),
  },
  permission,
  through,
  used,
  status,
  score,
];

export function GrantCard({ row }: { row: GrantItem }) {
  return (
    <CardRow
      first={
        <RowLink kind="principals" id={row.principal_id}>
          {row.principal_name}
        </RowLink>
      }
      second={`→ ${row.asset_name} · ${row.permission}`}
      end={
        row.risk_level && typeof row.score === 'number' ? (
          <ScorePill level={row.risk_level} score={row.score} />
        ) : (
          strings.statuses[row.status]
        )
      }
    />
  );
}
