import { Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { formatNumber, formatShortDate } from '../parts/format.ts';
import { evidenceStrings } from '../strings/reviews.ts';
import { type ActivityWeek, activeDaysIn, type Gap, isBlind } from './activity-geometry.ts';
import axes from './axes.module.css';
import classes from './evidence-charts.module.css';
import { useWidth } from './use-width.ts';

const PLOT = 56;
const HEIGHT = PLOT + 20;

/** On how many days of each week it was used; weeks in which nobody watched are hatched. */
export function Activity({ weeks, gaps }: { weeks: readonly ActivityWeek[]; gaps: readonly Gap[] }) {
  const { ref, width: measured } = useWidth();
  const hatch = useId();
  const width = Math.max(measured, 180);
  const each = width / Math.max(1, weeks.length);
  const words = sentence(activeDaysIn(weeks), weeks.length);
  const last = weeks.at(-1);
  return (
    <Stack gap="xs" ref={ref} miw={0}>
      <svg className={classes.svg} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden>
        <defs>
          <pattern
            id={hatch}
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line y2={5} stroke="var(--mantine-color-dimmed)" strokeWidth={2} />
          </pattern>
        </defs>
        {weeks.map((week, index) => {
          const height = (week.active_days / 7) * (PLOT - 4);
          const place = { x: index * each + 1, width: Math.max(1, each - 3) };
          return (
            <g key={week.week_of}>
              {isBlind(week, gaps) ? <rect {...place} y={0} height={PLOT} fill={`url(#${hatch})`} /> : null}
              <rect className={classes.idle} {...place} y={PLOT - 2} height={2} />
              {week.active_days > 0 ? (
                <rect className={classes.week} {...place} y={PLOT - 2 - height} height={height} rx={2} />
              ) : null}
            </g>
          );
        })}
        <text className={axes.tick} x={0} y={HEIGHT - 3}>
          {weeks[0] ? formatShortDate(weeks[0].week_of) : ''}
        </text>
        <text className={axes.tick} x={width} y={HEIGHT - 3} textAnchor="end">
          {last ? formatShortDate(last.week_of) : ''}
        </text>
      </svg>
      <Text size="sm">{words}</Text>
      <div className="visually-hidden">
        <table>
          <caption>{evidenceStrings.activity}</caption>
          <thead>
            <tr>
              <th scope="col">{evidenceStrings.week}</th>
              <th scope="col">{evidenceStrings.activeDays}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week_of}>
                <th scope="row">{formatShortDate(week.week_of)}</th>
                <td>
                  {formatNumber(week.active_days)} {isBlind(week, gaps) ? evidenceStrings.blindWeek : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Stack>
  );
}

function sentence(days: number, weeks: number): string {
  const span = formatNumber(weeks);
  if (days === 0) return evidenceStrings.activityNone(span);
  return days === 1
    ? evidenceStrings.activityOne(span)
    : evidenceStrings.activityWords(formatNumber(days), span);
}
