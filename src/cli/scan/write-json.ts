import type { Findings } from './findings.ts';

/** Beyond what JSON itself escapes: what a terminal would obey or turn round. */
const UNPRINTABLE = /[\p{Cf}\u007f-\u009f\u2028\u2029]/gu;

const json = (value: unknown): string =>
  JSON.stringify(value).replace(UNPRINTABLE, (text) =>
    [...Array(text.length).keys()]
      .map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** One object; `access` comes last and a line at a time, so that nobody has to hold it twice. */
export function* writeJson({ subject, scan }: Findings, limit: number): Generator<string> {
  const { coverage, missing, scanned_at, superusers, totals, version, access } = scan;
  const { platform, place, account } = subject;
  const { use, ...listed } = totals;
  const head = {
    platform,
    version,
    place,
    account,
    scanned_at: new Date(scanned_at).toISOString(),
    missing,
    coverage,
    totals: { ...listed, ...access.counts(), uses_read: use },
    superusers,
  };
  yield `${json(head).slice(0, -1)},"access":[`;
  let separator = '\n';
  for (const row of access.stalest(limit)) {
    yield `${separator}${json(row)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
