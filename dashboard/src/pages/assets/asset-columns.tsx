import type { Item } from '@lapse/client';
import { formatNumber, formatShare } from '../../parts/format.ts';
import { Hint } from '../../parts/text.ts';
import { columnsNamed } from '../../parts/virtual-list/list-row.tsx';
import { CardRow, RowLink, TwoLines } from '../../parts/virtual-list/row-cells.tsx';
import { assetTypeName, assetStrings as strings } from '../../strings/assets.ts';
import { platformName } from '../../strings/platforms.ts';
import { Classification } from './classification.tsx';
import classes from './stale-share.module.css';

const { csv } = strings;

export type AssetItem = Item<'/v1/assets'>;

const column = columnsNamed<AssetItem, keyof typeof strings.columns>(strings.columns);

function Name({ row }: { row: AssetItem }) {
  return (
    <RowLink kind="assets" id={row.id}>
      {row.name}
    </RowLink>
  );
}

export const ASSET_COLUMNS = [
  column(
    'name',
    'minmax(200px, 2fr)',
    (row) => <TwoLines first={<Name row={row} />} second={row.tags.join(', ') || row.id} />,
    {
      sort: { name: 'name', first: 'asc' },
      csv: [
        [strings.columns.name, (row) => row.name],
        [csv.id, (row) => row.id],
        [csv.tags, (row) => row.tags.join(', ')],
      ],
    },
  ),
  column('type', '92px', (row) => assetTypeName(row.type), {
    csv: [[strings.columns.type, (row) => row.type]],
  }),
  column('platform', '100px', (row) => platformName(row.platform), {
    csv: [[strings.columns.platform, (row) => row.platform]],
  }),
  column('classification', '136px', (row) => <Classification value={row.classification} />, {
    csv: [[strings.columns.classification, (row) => row.classification]],
  }),
  column(
    'owner',
    'minmax(110px, 1fr)',
    (row) =>
      row.owner_id ? (
        <RowLink kind="principals" id={row.owner_id} plain>
          {row.owner_name ?? row.owner_id}
        </RowLink>
      ) : (
        strings.noOwner
      ),
    {
      csv: [
        [strings.columns.owner, (row) => row.owner_name],
        [csv.ownerId, (row) => row.owner_id],
      ],
    },
  ),
  column('grants', '64px', (row) => <span className="numbers">{formatNumber(row.grants ?? 0)}</span>, {
    end: true,
    csv: [[strings.columns.grants, (row) => row.grants]],
  }),
  column('stale', '170px', (row) => <StaleShare stale={row.stale} grants={row.grants ?? 0} />, {
    csv: [[csv.stale, (row) => row.stale]],
  }),
];

export function AssetCard({ row }: { row: AssetItem }) {
  const grants = row.grants ?? 0;
  return (
    <CardRow
      first={<Name row={row} />}
      second={`${assetTypeName(row.type)} · ${platformName(row.platform)} · ${strings.grantsOf(formatNumber(grants), grants)}`}
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
    return <Hint>{strings.manyGrants}</Hint>;
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
