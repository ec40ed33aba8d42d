import { Text } from '@mantine/core';
import { formatNumber, formatShare } from '../../parts/format.ts';
import { assetStrings } from '../../strings/assets.ts';
import classes from './stale-share.module.css';

/** How many of the grants on an asset have lapsed, as a number and a bar. */
export function StaleShare({ stale, grants }: { stale: number | null | undefined; grants: number }) {
  if (stale === null || stale === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {assetStrings.manyGrants}
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
