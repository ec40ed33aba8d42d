import { Stack, Text } from '@mantine/core';
import { formatNumber } from '../parts/format.ts';
import { evidenceStrings } from '../strings/reviews.ts';
import classes from './evidence-charts.module.css';

const DOTS_MAX = 40;

/** How many of the peers use it: a dot each, or a bar when they are many; and always in words. */
export function Peers(props: { peers: number; active: number; window_days: number }) {
  const { peers, active, window_days } = props;
  if (peers === 0) return <Text size="sm">{evidenceStrings.peersNone}</Text>;
  return (
    <Stack gap="xs">
      {peers <= DOTS_MAX ? (
        <div className={classes.dots} aria-hidden>
          {Array.from({ length: peers }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike.
            <span key={index} className={classes.dot} data-active={index < active} />
          ))}
        </div>
      ) : (
        <div className={classes.share} aria-hidden>
          <div style={{ width: `${(active / peers) * 100}%` }} />
        </div>
      )}
      <Text size="sm">
        {evidenceStrings.peersWords(formatNumber(active), formatNumber(peers), formatNumber(window_days))}
      </Text>
    </Stack>
  );
}
