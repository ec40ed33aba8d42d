import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ControlRow, FaultRow, SkipRow } from './results.ts';

/** Makes test/FAULTS.md of what the files of the suite have written down. */

type Row =
  | ({ kind: 'fault' } & FaultRow)
  | ({ kind: 'control'; noticed: boolean } & ControlRow)
  | ({ kind: 'skip' } & SkipRow)
  | { kind: 'finding'; part: string; text: string };

/** The last run of a file. */
interface Run {
  file: string;
  day: string;
  minutes: number;
  passed: boolean;
  machine: string;
  rows: Row[];
}

const [source = 'test/faults/results.json'] = process.argv.slice(2);
const runs = JSON.parse(readFileSync(source, 'utf8')) as Run[];
const rows = runs.flatMap((run) => run.rows);
const of = <K extends Row['kind']>(kind: K) =>
  rows.filter((row): row is Extract<Row, { kind: K }> => row.kind === kind);

const cell = (text: string | number): string => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (...cells: (string | number)[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: string[], body: string[]): string =>
  [line(...head), `|${head.map(() => '---').join('|')}|`, ...body].join('\n');
const seconds = (ms: number | null): string =>
  ms === null ? 'not applicable' : `${(ms / 1000).toFixed(2)} s`;

function version(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8' }).trim().split('\n')[0] as string;
  } catch {
    return `${program}: not installed`;
  }
}

const faults = of('fault');
const sum = (field: 'acknowledged' | 'lost' | 'doubled' | 'leaked'): number =>
  faults.reduce((total, row) => total + row[field], 0);
/** What was measured and is not as it should be, though nothing was lost. */
const unmet = [
  ...new Set(
    of('finding')
      .filter((row) => row.text.includes('NOT within'))
      .map((row) => row.part),
  ),
];
const failed = runs.filter((run) => !run.passed).map((run) => run.file);
const outcomeOf = (run: Run): string => {
  if (!run.passed) return 'FAILED';
  return run.rows.some((row) => row.kind === 'skip') ? 'passed, but not all of it measured' : 'passed';
};
const parts = [...new Set(faults.map((row) => row.part))];

const text = `# What faults do to Lapse

Written by \`npm run test:faults\`: ${runs.length} files, ${failed.length === 0 ? 'all passed' : `**FAILED: ${failed.join(', ')}**`}. Real processes, real servers,
real sockets; what is in the database is read past Lapse, as superuser.

In all: ${sum('acknowledged')} acknowledged, **${sum('lost')} lost, ${sum('doubled')} doubled, ${sum('leaked')} leaked to the other tenant**.
"Acknowledged" are events (and decisions, where it says so) that a caller was told are stored; "leaked" counts rows and
answers of one tenant that name what belongs to the other; "recovery" is the worst time from the end of a fault to the
next thing acknowledged, on a machine that was busy with other work.

${unmet.length > 0 ? `**Not met:** ${unmet.join(', ')}; see the measurements below.\n\n` : ''}${parts
  .map((part) => {
    const body = faults
      .filter((row) => row.part === part)
      .map((row) =>
        line(
          row.fault,
          row.done,
          row.acknowledged,
          row.lost,
          row.doubled,
          row.leaked,
          seconds(row.recovery_ms),
          row.note ?? '',
        ),
      );
    const head = [
      'Fault',
      'Done',
      'Acknowledged',
      'Lost',
      'Doubled',
      'Leaked',
      'Recovery',
      'What callers were told',
    ];
    return `## ${part[0]?.toUpperCase()}${part.slice(1)}\n\n${table(head, body)}`;
  })
  .join('\n\n')}

## Controls

The same checks with a protection taken away. Each must find something, or the check would be worth nothing.

${table(
  ['Part', 'Taken away', 'What the check found', 'Noticed'],
  of('control').map((row) => line(row.part, row.protection, row.outcome, row.noticed ? 'yes' : 'NO')),
)}
${
  of('finding').length > 0
    ? `\n## Measurements\n\n${of('finding')
        .map((row) => `- ${row.part}: ${row.text}`)
        .join('\n')}\n`
    : ''
}${
  of('skip').length > 0
    ? `\n## Not measured\n\n${of('skip')
        .map((row) => `- ${row.part}: ${row.reason}`)
        .join('\n')}\n`
    : ''
}
## Runs

Each file can be run on its own, and is then the only one that is new here.

${table(
  ['File', 'Day', 'Minutes', 'Outcome', 'Machine'],
  runs.map((run) => line(run.file, run.day, run.minutes, outcomeOf(run), run.machine)),
)}

Node ${process.versions.node}; embedded PostgreSQL 18; ${version('/usr/lib/postgresql/15/bin/postgres', '--version')}; ${version('strace', '--version')}.
`;
writeFileSync('test/FAULTS.md', text);
console.log(`wrote test/FAULTS.md: ${faults.length} faults, ${of('control').length} controls`);
