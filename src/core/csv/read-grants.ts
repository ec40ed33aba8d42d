import { hash } from 'node:crypto';
import type { Querier } from '../../platform/database/database.ts';
import type {
  AssetLine,
  DirectoryLine,
  GrantLine,
  PrincipalLine,
  PrincipalType,
  PurposeWord,
} from '../directory/directory.rules.ts';
import type { DirectoryReading } from '../directory/import/import-directory.ts';
import { inBatches } from './csv-batches.ts';
import { CsvDirectory, present } from './csv-directory.ts';
import { CSV_FIELDS } from './csv-fields.rules.ts';
import { type AccessNamed, storedGrants } from './csv-names.sql.ts';
import type { CsvValues } from './csv-values.rules.ts';
import { type CsvRecord, columnOf, type OpenCsv } from './open-csv.ts';

type Read = DirectoryReading & { grant?: GrantLine };

/** What each row says in lines of the directory: its grant, and the principals and assets that are not known yet. */
export async function* readGrants(q: Querier, csv: OpenCsv): AsyncGenerator<DirectoryReading> {
  const directory = new CsvDirectory(q);
  for await (const records of inBatches(csv.records)) {
    await directory.load(records.flatMap((record) => ('values' in record ? [record.values] : [])));
    const readings = records.map((record) => readRow(record, directory, csv));
    const ids = await storedGrants(q, accessOf(readings, directory));
    for (const { grant, ...reading } of readings) {
      if (grant) grant.id = ids.get(grant.id) ?? grant.id;
      yield reading;
    }
  }
}

function readRow(record: CsvRecord, directory: CsvDirectory, csv: OpenCsv): Read {
  const { number } = record;
  if ('reason' in record) return { number, reason: record.reason };
  const said = linesOf(record.values, directory);
  if (said.reasons.length > 0) {
    directory.forget();
    const reasons = said.reasons.map(([field, reason]) => `${columnNamed(field, csv)}: ${reason}`);
    return { number, reason: reasons.join('; ') };
  }
  directory.keep();
  return { number, lines: said.lines, grant: said.lines.at(-1) as GrantLine };
}

const columnNamed = (name: string, csv: OpenCsv): string => {
  const field = CSV_FIELDS.grants.find((each) => each.name === name);
  return field ? columnOf(field, csv) : name;
};

function linesOf(values: CsvValues, directory: CsvDirectory) {
  const lines: DirectoryLine[] = [];
  const reasons: [field: string, reason: string][] = [];
  const say = <Line extends PrincipalLine | AssetLine>(
    field: string,
    named: { line: Line; is_new: boolean } | { reason: string },
  ): Line | null => {
    if ('reason' in named) {
      reasons.push([field, named.reason]);
      return null;
    }
    if (named.is_new) lines.push(named.line);
    return named.line;
  };
  const person = (field: string): string | undefined => {
    const name = values[field] as string | undefined;
    return name === undefined ? undefined : say(field, directory.principal(name, 'user'))?.id;
  };
  const manager_id = person('manager');
  const owner_id = person('owner');
  const principal = say(
    'principal',
    directory.principal(values.principal as string, 'user', {
      ...present('display_name', values.principal_name as string | undefined),
      ...present('email', values.principal_email as string | undefined),
      ...present('type', values.principal_type as PrincipalType | undefined),
      ...present('department', values.department as string | undefined),
      ...present('last_login_at', values.last_login_at as string | undefined),
      ...present('disabled', values.disabled as boolean | undefined),
      ...present('manager_id', manager_id),
      ...present('purpose', values.principal_purpose as PurposeWord | undefined),
    }),
  );
  const asset = say('asset', directory.asset(values, owner_id));
  const groupName = values.via_group as string | undefined;
  const group = groupName === undefined ? null : say('via_group', directory.principal(groupName, 'group'));
  if (group && group.type !== 'group')
    reasons.push(['via_group', `"${groupName}" is a ${group.type}, expected a group`]);
  if (!principal || !asset || reasons.length > 0) return { lines, reasons };
  if (group) lines.push({ kind: 'membership', group_id: group.id, member_id: principal.id });
  const permission = values.permission as string;
  const access = {
    principal_id: principal.id,
    asset_id: asset.id,
    permission,
    via_group_id: group?.id ?? null,
  };
  lines.push({
    kind: 'grant',
    id: (values.grant_id as string | undefined) ?? madeId(access),
    ...access,
    ...present('granted_at', values.granted_at as string | undefined),
    ...present('last_used_at', values.last_used_at as string | undefined),
    ...present('purpose', values.purpose as PurposeWord | undefined),
  });
  return { lines, reasons };
}

const MADE = 'csv-';

/** The same access has the same id, wherever it stands in whichever file. */
function madeId({ principal_id, asset_id, permission, via_group_id }: Omit<AccessNamed, 'id'>): string {
  const said = JSON.stringify([principal_id, asset_id, permission, via_group_id]);
  return `${MADE}${hash('sha256', said, 'hex').slice(0, 32)}`;
}

/** Grants that may be there under another id: those of principals and assets that are there. */
function accessOf(readings: readonly Read[], directory: CsvDirectory): AccessNamed[] {
  return readings.flatMap(({ grant }) => {
    if (!grant?.id.startsWith(MADE)) return [];
    const { id, principal_id, asset_id, permission, via_group_id = null } = grant;
    const isThere = directory.isStored('principal', principal_id) && directory.isStored('asset', asset_id);
    return isThere ? [{ id, principal_id, asset_id, permission, via_group_id }] : [];
  });
}
