/** A line of the server's log, as csvlog and jsonlog both have it. */
export interface LogRecord {
  /** `2026-01-31 09:30:00.123 CET`: the zone is the server's. */
  time: string;
  user: string;
  database: string;
  session_id: string;
  line_num: string;
  source_ip: string | null;
  message: string;
}

export interface ParsedLog {
  records: LogRecord[];
  /** How far the bytes were understood; an unfinished record at the end is left for the next reading. */
  bytes: number;
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;

export function parseJsonLog(bytes: Buffer): ParsedLog {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const records = bytes
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .flatMap((line) => (line.length > 0 ? recordOfJson(line) : []));
  return { records, bytes: end };
}

function recordOfJson(line: string): LogRecord[] {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const text = (name: string): string => (value[name] === undefined ? '' : String(value[name]));
  return [
    {
      time: text('timestamp'),
      user: text('user'),
      database: text('dbname'),
      session_id: text('session_id'),
      line_num: text('line_num'),
      source_ip: text('remote_host') || null,
      message: text('message'),
    },
  ];
}

/** Records end at a line's end outside quotes: statements in them have lines of their own. */
export function parseCsvLog(bytes: Buffer): ParsedLog {
  const records: LogRecord[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === NEWLINE && !isQuoted) {
      const fields = csvFields(bytes.subarray(start, at).toString('utf8'));
      start = at + 1;
      if (fields.length >= 14) records.push(recordOfCsv(fields));
    }
  }
  return { records, bytes: start };
}

function recordOfCsv(fields: string[]): LogRecord {
  const field = (index: number): string => fields[index] ?? '';
  return {
    time: field(0),
    user: field(1),
    database: field(2),
    source_ip:
      field(4)
        .replace(/:\d+$/, '')
        .replace(/^\[local\]$/, '') || null,
    session_id: field(5),
    line_num: field(6),
    message: field(13),
  };
}

export function csvFields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
