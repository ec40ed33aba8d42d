/** A strict reader of Prometheus' text format: whatever is not of it throws. */

export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Scrape {
  /** By name, with their kind. */
  families: Map<string, string>;
  series: Series[];
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

export function readExposition(text: string): Scrape {
  const families = new Map<string, string>();
  const series: Series[] = [];
  const seen = new Set<string>();
  if (!text.endsWith('\n')) throw new Error('the text does not end with a line');
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue;
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line);
    if (type) {
      if (families.has(type[1] as string)) throw new Error(`twice: ${line}`);
      families.set(type[1] as string, type[2] as string);
      continue;
    }
    const sample = SAMPLE.exec(line);
    if (!sample) throw new Error(`not a sample: ${line}`);
    const [, name, inner = '', number] = sample as unknown as [string, string, string | undefined, string];
    const family = name.replace(/_(bucket|sum|count)$/, '');
    if (!families.has(name) && !families.has(family)) throw new Error(`without a type: ${line}`);
    const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number);
    if (Number.isNaN(value) && number !== 'NaN' && number !== 'Nan') throw new Error(`not a number: ${line}`);
    const identity = line.slice(0, line.lastIndexOf(' '));
    if (seen.has(identity)) throw new Error(`the same series twice: ${line}`);
    seen.add(identity);
    series.push({ name, labels: readLabels(inner), value });
  }
  return { families, series };
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let place = 0; place < text.length; place = LABEL.lastIndex) {
    LABEL.lastIndex = place;
    const label = LABEL.exec(text);
    if (!label) throw new Error(`not labels: ${text}`);
    labels[label[1] as string] = (label[2] as string).replace(/\\(.)/g, (_, sign) =>
      sign === 'n' ? '\n' : sign,
    );
  }
  return labels;
}
