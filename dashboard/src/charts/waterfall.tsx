import { formatDate, formatSigned } from '../parts/format.ts';
import { evidenceStrings } from '../strings/reviews.ts';
import classes from './evidence-charts.module.css';
import { type WaterfallPart, waterfall } from './waterfall-geometry.ts';

/** Days that lead from the last use to the lapse date. It is a table; the bars are beside its numbers. */
export function Waterfall(props: {
  label: string;
  start: string;
  from: string;
  to: string;
  parts: readonly WaterfallPart[];
}) {
  const { label, start, from, to, parts } = props;
  const { steps, total_days, end } = waterfall(parts);
  return (
    <table className={classes.waterfall}>
      <caption className="visually-hidden">{label}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{evidenceStrings.shiftsReason}</th>
          <td />
          <th scope="col">{evidenceStrings.shiftsDays}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" className={classes.reason}>
            {start}
          </th>
          <td className={classes.cell} />
          <td className={classes.days}>{formatDate(from)}</td>
        </tr>
        {steps.map(({ kind, days, reason, from: left, to: right, direction }) => (
          <tr key={kind}>
            <th scope="row" className={classes.reason}>
              {reason}
            </th>
            <td className={classes.cell}>
              <div className={classes.track}>
                <div
                  className={classes.bar}
                  data-kind={direction}
                  style={{ insetInlineStart: `${left * 100}%`, width: `${(right - left) * 100}%` }}
                />
              </div>
            </td>
            <td className={classes.days}>{signed(days)}</td>
          </tr>
        ))}
        <tr className={classes.end}>
          <th scope="row" className={classes.reason}>
            {evidenceStrings.lapse} ({evidenceStrings.sum(signed(total_days))})
          </th>
          <td className={classes.cell}>
            <div className={classes.track}>
              <div
                className={classes.bar}
                data-kind="end"
                style={{ insetInlineStart: `calc(${end} * (100% - 3px))` }}
              />
            </div>
          </td>
          <td className={classes.days}>{formatDate(to)}</td>
        </tr>
      </tbody>
    </table>
  );
}

const signed = (days: number): string => evidenceStrings.days(formatSigned(days));
