import { type Measures, measure } from './measures.ts';
import type { Outcome } from './replay.ts';

/** One rule over all seeds. */
export interface Row {
  name: string;
  seeds: Outcome[][];
}

export function printRules(rows: readonly Row[]): void {
  console.log(
    '| Rule | recall | wrong alarms per grant and year | days until half is noticed | right questions |',
  );
  console.log('|---|---|---|---|---|');
  for (const { name, seeds } of rows) {
    const measures = seeds.map(measure);
    const cells = [
      spread(
        measures.map((m) => 100 * m.recall),
        1,
        ' %',
      ),
      spread(
        measures.map((m) => m.wrongAlarms),
        3,
      ),
      spread(
        measures.map((m) => m.medianDays),
        0,
      ),
      spread(
        measures.map((m) => 100 * m.precision),
        0,
        ' %',
      ),
    ];
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}

/** Days until half is noticed, for each way in which access ends. */
export function printCauses(rows: readonly Row[]): void {
  const causes = [...new Set(endings(rows[0]).map((outcome) => outcome.access.cause))];
  console.log(`| Days until half is noticed | grants | ${rows.map((row) => row.name).join(' | ')} |`);
  console.log(`|---|---|${rows.map(() => '---').join('|')}|`);
  for (const cause of causes) {
    const ofCause = (row: Row) => endings(row).filter((outcome) => outcome.access.cause === cause);
    const cells = rows.map((row) => `${measure(ofCause(row)).medianDays}`);
    console.log(`| ${cause} | ${ofCause(rows[0] as Row).length} | ${cells.join(' | ')} |`);
  }
}

/** Wrong alarms per grant and year, for each rhythm of use. */
export function printCadences(rows: readonly Row[]): void {
  const key = ({ access }: Outcome) =>
    `${access.principal.kind === 'machine' ? 'machine' : 'person'}, ${access.cadence}`;
  const keys = [...new Set((rows[0]?.seeds.flat() ?? []).map(key))].sort();
  console.log(`| Wrong alarms per grant and year | grants | ${rows.map((row) => row.name).join(' | ')} |`);
  console.log(`|---|---|${rows.map(() => '---').join('|')}|`);
  for (const wanted of keys) {
    const ofKey = (row: Row) => row.seeds.flat().filter((outcome) => key(outcome) === wanted);
    const cells = rows.map((row) => measure(ofKey(row)).wrongAlarms.toFixed(2));
    console.log(`| ${wanted} | ${ofKey(rows[0] as Row).length} | ${cells.join(' | ')} |`);
  }
}

/** Means over the seeds, against the 90-day rule. */
export function aim(lapse: Row, ninety: Row): { wrongAlarms: number; medianDays: number } {
  const ratio = (of: (measures: Measures) => number) =>
    mean(lapse.seeds.map(measure).map(of)) / mean(ninety.seeds.map(measure).map(of));
  return { wrongAlarms: ratio((m) => m.wrongAlarms), medianDays: ratio((m) => m.medianDays) };
}

function endings(row: Row | undefined): Outcome[] {
  return (row?.seeds.flat() ?? []).filter(
    (outcome) => outcome.ended && outcome.access.cause !== 'never_needed',
  );
}

/** Mean, and the smallest and largest of the seeds. */
function spread(values: readonly number[], digits: number, unit = ''): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${mean(values).toFixed(digits)}${unit} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
