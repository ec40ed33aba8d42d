/** The text format of Prometheus, version 0.0.4. */

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  suffix?: string;
  labels: Labels;
  value: number;
}

export interface Family {
  name: string;
  type: 'gauge' | 'counter' | 'histogram';
  help: string;
  samples: readonly Sample[];
}

export function exposition(families: readonly Family[]): string {
  return families
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`,
      );
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join('')}`;
    })
    .join('');
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return String(value);
}
