import type { Item } from '@lapse/client';
import { SparklineScore } from '../../charts/sparkline-score.tsx';
import { formatNumber } from '../../parts/format.ts';
import type { Column } from '../../parts/virtual-list/list-row.tsx';
import { CardRow, RowLink, RowTime, ScorePill, TwoLines } from '../../parts/virtual-list/row-cells.tsx';
import { principalStrings as strings } from '../../strings/principals.ts';

const { columns, types } = strings;

export type PrincipalItem = Item<'/v1/principals'>;

function Name({ row }: { row: PrincipalItem }) {
  return (
    <RowLink kind="principals" id={row.id}>
      {row.display_name}
    </RowLink>
  );
}

/** What is special about it comes first: the end of a line may be cut. */
const marked = (row: PrincipalItem, ...about: (string | null | undefined)[]): string =>
  [row.disabled ? strings.disabled : null, row.protected ? strings.protected : null, ...about]
    .filter(Boolean)
    .join(' · ');

const mfaText = (mfa: boolean | null): string => (mfa === null ? '–' : mfa ? strings.yes : strings.no);

export const PRINCIPAL_COLUMNS: readonly Column<PrincipalItem>[] = [
  {
    key: 'name',
    header: columns.name,
    width: 'minmax(180px, 2fr)',
    sort: { name: 'name', first: 'asc' },
    cell: (row) => <TwoLines first={<Name row={row} />} second={marked(row, row.email ?? row.id)} />,
  },
  { key: 'type', header: columns.type, width: '108px', cell: (row) => types[row.type] ?? row.type },
  {
    key: 'department',
    header: columns.department,
    width: 'minmax(100px, 1fr)',
    cell: (row) => row.department ?? '–',
  },
  { key: 'platform', header: columns.platform, width: '80px', cell: (row) => row.platform ?? '–' },
  {
    key: 'login',
    header: columns.lastLogin,
    width: '102px',
    cell: (row) => <RowTime at={row.last_login_at} />,
  },
  { key: 'mfa', header: columns.mfa, width: '36px', cell: (row) => mfaText(row.mfa_enabled) },
  {
    key: 'grants',
    header: columns.grants,
    width: '50px',
    end: true,
    cell: (row) => <span className="numbers">{formatNumber(row.grants ?? 0)}</span>,
  },
  {
    key: 'score',
    header: columns.score,
    width: '210px',
    sort: { name: 'score', first: 'desc' },
    cell: (row, points) => (
      <SparklineScore
        points={points}
        score={row.overall_score}
        level={row.risk_level}
        none={strings.noScore}
      />
    ),
  },
];

export function PrincipalCard({ row }: { row: PrincipalItem }) {
  return (
    <CardRow
      first={<Name row={row} />}
      second={marked(row, types[row.type] ?? row.type, row.department)}
      end={
        row.risk_level && typeof row.overall_score === 'number' ? (
          <ScorePill level={row.risk_level} score={row.overall_score} />
        ) : null
      }
    />
  );
}
