import type { Item } from '@lapse/client';
import { SparklineScore } from '../../charts/sparkline-score.tsx';
import { formatNumber } from '../../parts/format.ts';
import { columnsNamed } from '../../parts/virtual-list/list-row.tsx';
import { CardRow, RowLink, RowTime, ScorePill, TwoLines } from '../../parts/virtual-list/row-cells.tsx';
import { platformName } from '../../strings/platforms.ts';
import { principalStrings as strings } from '../../strings/principals.ts';

const { types, csv } = strings;

export type PrincipalItem = Item<'/v1/principals'>;

const column = columnsNamed<PrincipalItem, keyof typeof strings.columns>(strings.columns);

function Name({ row }: { row: PrincipalItem }) {
  return (
    <RowLink kind="principals" id={row.id}>
      {row.display_name}
    </RowLink>
  );
}

/** What is special about it comes first: the end of a line may be cut. */
const marked = (row: PrincipalItem, ...about: (string | null | undefined)[]): string =>
  [
    row.disabled ? strings.disabled : null,
    row.protected ? strings.protected : null,
    strings.purposes[row.purpose ?? ''],
    ...about,
  ]
    .filter(Boolean)
    .join(' · ');

const mfaText = (mfa: boolean | null): string => (mfa === null ? '–' : mfa ? strings.yes : strings.no);

export const PRINCIPAL_COLUMNS = [
  column(
    'name',
    'minmax(180px, 2fr)',
    (row) => <TwoLines first={<Name row={row} />} second={marked(row, row.email ?? row.id)} />,
    {
      sort: { name: 'name', first: 'asc' },
      csv: [
        [strings.columns.name, (row) => row.display_name],
        [csv.email, (row) => row.email],
        [csv.id, (row) => row.id],
        [strings.disabled, (row) => row.disabled],
        [strings.protected, (row) => row.protected],
        [csv.purpose, (row) => row.purpose],
      ],
    },
  ),
  column('type', '108px', (row) => types[row.type] ?? row.type, {
    csv: [[strings.columns.type, (row) => row.type]],
  }),
  column('department', 'minmax(100px, 1fr)', (row) => row.department ?? '–', {
    csv: [[strings.columns.department, (row) => row.department]],
  }),
  column('platform', '80px', (row) => (row.platform ? platformName(row.platform) : '–'), {
    csv: [[strings.columns.platform, (row) => row.platform]],
  }),
  column('lastLogin', '102px', (row) => <RowTime at={row.last_login_at} />, {
    csv: [[strings.columns.lastLogin, (row) => row.last_login_at]],
  }),
  column('mfa', '36px', (row) => mfaText(row.mfa_enabled), {
    csv: [[strings.columns.mfa, (row) => row.mfa_enabled]],
  }),
  column('grants', '50px', (row) => <span className="numbers">{formatNumber(row.grants ?? 0)}</span>, {
    end: true,
    csv: [[strings.columns.grants, (row) => row.grants]],
  }),
  column(
    'score',
    '210px',
    (row, points) => (
      <SparklineScore
        points={points}
        score={row.overall_score}
        level={row.risk_level}
        none={strings.noScore}
      />
    ),
    {
      sort: { name: 'score', first: 'desc' },
      csv: [
        [csv.score, (row) => row.overall_score],
        [csv.risk, (row) => row.risk_level],
      ],
    },
  ),
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
