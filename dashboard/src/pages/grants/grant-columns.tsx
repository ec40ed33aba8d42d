import type { Item } from '@lapse/client';
import { SparklineScore } from '../../charts/sparkline-score.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { type Column, columnsNamed } from '../../parts/virtual-list/list-row.tsx';
import { CardRow, RowLink, RowTime, ScorePill, TwoLines } from '../../parts/virtual-list/row-cells.tsx';
import { grantStrings as strings } from '../../strings/grants.ts';
import { permissionName } from '../../strings/permissions.ts';
import { platformName } from '../../strings/platforms.ts';
import { principalStrings } from '../../strings/principals.ts';

const { purposes } = principalStrings;
const { csv } = strings;

export type GrantItem = Item<'/v1/grants'>;

const TONES = { revoking: 'working', revoked: 'idle' } as const;

export const grantThrough = (row: GrantItem): string =>
  row.via_group_name ?? row.via_group_id ?? strings.direct;

const permissionOf = ({ permission, purpose }: GrantItem): string =>
  purpose === null ? permissionName(permission) : `${permissionName(permission)} · ${purposes[purpose]}`;

const column = columnsNamed<GrantItem, keyof typeof strings.columns>(strings.columns);

const Holder = ({ row }: { row: GrantItem }) => (
  <RowLink kind="principals" id={row.principal_id}>
    {row.principal_name}
  </RowLink>
);

/** Of every list of grants, after the one that says whose and on what. */
const COLUMNS = [
  column('permission', 'minmax(118px, 1fr)', permissionOf, {
    csv: [
      [strings.columns.permission, (row) => row.permission],
      [csv.purpose, (row) => row.purpose],
    ],
  }),
  column(
    'through',
    'minmax(90px, 1fr)',
    (row) =>
      row.via_group_id ? (
        <RowLink kind="principals" id={row.via_group_id} plain>
          {grantThrough(row)}
        </RowLink>
      ) : (
        strings.direct
      ),
    {
      csv: [
        [csv.group, (row) => row.via_group_name],
        [csv.groupId, (row) => row.via_group_id],
      ],
    },
  ),
  column('used', '112px', (row) => <RowTime at={row.last_used_at} fallback={strings.never} />, {
    csv: [[strings.columns.used, (row) => row.last_used_at]],
  }),
  column('status', '146px', (row) => <Status row={row} />, {
    csv: [
      [strings.columns.status, (row) => row.status],
      [strings.unanswered, (row) => row.unanswered !== null && row.unanswered !== undefined],
    ],
  }),
  column(
    'score',
    '210px',
    (row, points) => (
      <SparklineScore points={points} score={row.score} level={row.risk_level} none={strings.noScore} />
    ),
    {
      sort: { name: 'score', first: 'desc' },
      csv: [
        [csv.score, (row) => row.score],
        [csv.risk, (row) => row.risk_level],
        [csv.lapses, (row) => row.lapses_at],
      ],
    },
  ),
];

/** Most are active: what is not stands out. */
function Status({ row: { status, unanswered } }: { row: GrantItem }) {
  if (status !== 'active') return <StateBadge tone={TONES[status]}>{strings.statuses[status]}</StateBadge>;
  if (!unanswered) return strings.statuses.active;
  return (
    <span title={strings.unansweredHint}>
      <StateBadge tone="warning">{strings.unanswered}</StateBadge>
    </span>
  );
}

/** Who has it, by whose account. */
const HOLDER: NonNullable<Column<GrantItem>['csv']> = [
  [csv.principal, (row) => row.principal_name],
  [csv.principalId, (row) => row.principal_id],
  [csv.account, (row) => row.account?.name],
];

export const GRANT_COLUMNS = [
  column(
    'access',
    'minmax(220px, 2.4fr)',
    (row) => (
      <TwoLines
        first={<Holder row={row} />}
        second={
          <>
            {'→ '}
            <RowLink kind="assets" id={row.asset_id}>
              {row.asset_name}
            </RowLink>
            {` · ${platformName(row.platform)}`}
            {row.account ? ` · ${strings.by(row.account.name)}` : null}
          </>
        }
      />
    ),
    {
      csv: [
        ...HOLDER,
        [csv.asset, (row) => row.asset_name],
        [csv.assetId, (row) => row.asset_id],
        [csv.platform, (row) => row.platform],
        [csv.id, (row) => row.id],
      ],
    },
  ),
  ...COLUMNS,
];

/** Who can reach one asset: it need not be named in every row. */
export const ASSET_GRANT_COLUMNS = [
  column(
    'principal',
    'minmax(200px, 2fr)',
    (row) => <TwoLines first={<Holder row={row} />} second={row.department ?? row.principal_id} />,
    {
      csv: [...HOLDER, [csv.department, (row) => row.department], [csv.id, (row) => row.id]],
    },
  ),
  ...COLUMNS,
];

export function GrantCard({ row }: { row: GrantItem }) {
  return (
    <CardRow
      first={<Holder row={row} />}
      second={`→ ${row.asset_name} · ${permissionName(row.permission)}`}
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
