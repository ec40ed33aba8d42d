import type { Item } from '@lapse/client';
import { Text } from '@mantine/core';
import { formatNumber, formatShare } from '../../parts/format.ts';
import type { Column } from '../../parts/virtual-list/list-row.tsx';
import { CardRow, RowLink, TwoLines } from '../../parts/virtual-list/row-cells.tsx';
import { assetStrings as strings } from '../../strings/assets.ts';
import { Classification } from './classification.tsx';
import classes from './stale-share.module.css';

const { columns, types } = strings;

export type AssetItem = Item<'/v1/assets'>;

function Name({ row }: { row: AssetItem }) {
  return (
    <RowLink kind="assets" id={row.id}>
      {row.name}
    </RowLink>
  );
}

export const ASSET_COLUMNS: readonly Column<AssetItem>[] = [
  {
    key: 'name',
    header: columns.name,
    width: 'minmax(200px, 2fr)',
    sort: { name: 'name', first: 'asc' },
    cell: (row) => <TwoLines first={<Name row={row} />} second={row.tags.join(', ') || row.id} />,
  },
  { key: 'type', header: columns.type, width: '92px', cell: (row) => types[row.type] ?? row.type },
  { key: 'platform', header: columns.platform, width: '100px', cell: (row) => row.platform },
  {
    key: 'classification',
    header: columns.classification,
    width: '136px',
    cell: (row) => <Classification value={row.classification} />,
  },
  {
    key: 'owner',
    header: columns.owner,
    width: 'minmax(110px, 1fr)',
    cell: (row) =>
      row.owner_id ? (
        <RowLink kind="principals" id={row.owner_id} plain>
          {row.owner_name ?? row.owner_id}
        </RowLink>
      ) : (
        strings.noOwner
      ),
  },
  {
    key: 'grants',
    header: columns.grants,
    width: '64px',
    end: true,
    cell: (row) => <span className="numbers">{formatNumber(row.grants ?? 0)}</span>,
  },
  {
    key: 'stale',
    header: columns.stale,
    width: '170px',
    cell: (row) => <StaleShare stale={row.stale} grants={row.grants ?? 0} />,
  },
];

export function AssetCard({ row }: { row: AssetItem }) {
  const grants = row.grants ?? 0;
  return (
    <CardRow
      first={<Name row={row} />}
      second={`${types[row.type] ?? row.type} · ${row.platform} · ${strings.grantsOf(formatNumber(grants), grants)}`}
      end={
        <>
          {row.classification ? <Classification value={row.classification} /> : null}
          {row.stale ? <span className="numbers">{strings.staleShort(formatNumber(row.stale))}</span> : null}
        </>
      }
    />
  );
}

/** How many of the grants on an asset have lapsed, as a number and a bar. */
function StaleShare({ stale, grants }: { stale: number | null | undefined; grants: number }) {
  if (stale === null || stale === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {strings.manyGrants}
      </Text>
    );
  }
  if (grants === 0) return <>–</>;
  const share = Math.min(1, stale / grants);
  return (
    <div className={classes.share}>
      <div className={classes.track} aria-hidden>
        <div className={classes.stale} style={{ width: `${share * 100}%` }} />
      </div>
      <span className="numbers">{`${formatNumber(stale)} (${formatShare(share)})`}</span>
    </div>
  );
}
