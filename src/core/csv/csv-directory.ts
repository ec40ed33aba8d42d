import type { Querier } from '../../platform/database/database.ts';
import type {
  AssetLine,
  AssetType,
  Classification,
  PrincipalLine,
  PrincipalType,
} from '../directory/directory.rules.ts';
import { findEventReferences } from '../events/event-references.sql.ts';
import { type Stored, storedAssets, storedPrincipals } from './csv-names.sql.ts';
import type { CsvValues } from './csv-values.rules.ts';

/** More are remembered than wait to be stored; the rest is looked up again. */
const REMEMBERED_MAX = 50_000;

/**
 * The principals and assets that a file names, as the directory has them and as the file has said so far. What a row says of
 * one is added to that: an empty cell says nothing. What a connector reads is described by the connector.
 */
export class CsvDirectory {
  readonly #q: Querier;
  /** What this file has said, the least lately named first. */
  readonly #said = new Map<string, PrincipalLine | AssetLine>();
  /** What a row has changed in that, until it is known that the row can be taken. */
  #undo: [key: string, before: PrincipalLine | AssetLine | undefined][] = [];
  #people: Awaited<ReturnType<typeof findEventReferences>>['principals'] = new Map();
  #principals = new Map<string, Stored<PrincipalLine>>();
  #assets = new Map<string, Stored<AssetLine>>();

  constructor(q: Querier) {
    this.#q = q;
  }

  /** Looks up what some rows name, all together. */
  async load(rows: readonly CsvValues[]): Promise<void> {
    await this.loadAssets(rows);
    const people = [
      ...new Set(
        rows.flatMap(({ principal, via_group, manager, owner }) =>
          [principal, via_group, manager, owner].flatMap((name) =>
            name === undefined ? [] : [String(name), idOf(String(name))],
          ),
        ),
      ),
    ];
    this.#people = (await findEventReferences(this.#q, people, [])).principals;
    this.#principals = await storedPrincipals(this.#q, [...new Set([...this.#people.values()].flat())]);
  }

  async loadAssets(rows: readonly CsvValues[]): Promise<void> {
    const names = [...new Set(rows.flatMap((row) => [String(row.asset), qualified(row)]))];
    this.#assets = await storedAssets(this.#q, names);
  }

  /** What has been said since the last of these two is forgotten, because its row is refused. */
  forget(): void {
    for (const [key, before] of this.#undo.reverse()) {
      if (before === undefined) this.#said.delete(key);
      else this.#said.set(key, before);
    }
    this.#undo = [];
  }

  keep(): void {
    this.#undo = [];
    while (this.#said.size > REMEMBERED_MAX) this.#said.delete(this.#said.keys().next().value as string);
  }

  /** Whom a name means; somebody new where nobody has it. */
  principal(name: string, type: PrincipalType, given: Partial<PrincipalLine> = {}): Named<PrincipalLine> {
    const found = this.#people.get(name) ?? this.#people.get(idOf(name)) ?? [];
    if (found.length > 1)
      return { reason: `"${name}" is the name of several principals; expected the id of one` };
    const id = found[0] ?? idOf(name);
    const fresh: PrincipalLine = {
      kind: 'principal',
      id,
      display_name: name,
      type,
      email: name.includes('@') ? name : null,
      source: 'csv',
    };
    return this.#say(`principal ${id}`, this.#principals.get(id), fresh, given);
  }

  /** Which asset a row means; a new one where there is none, if the row says on which platform. */
  asset(row: CsvValues, owner: string | undefined): Named<AssetLine> {
    const name = String(row.asset);
    const found = this.findAsset(row);
    if ('reason' in found) return found;
    const platform = row.platform as string | undefined;
    if (found.id === null && platform === undefined) {
      return { reason: `there is no asset "${name}"; expected one that is known, or its platform` };
    }
    const id = found.id ?? this.#freeId(row);
    if (id.length > 200) return { reason: 'expected at most 200 characters together with the platform' };
    const fresh: AssetLine = { kind: 'asset', id, name, type: 'table', platform: platform as string };
    return this.#say(`asset ${id}`, this.#assets.get(id), fresh, {
      ...present('name', row.asset_name as string | undefined),
      ...present('type', row.asset_type as AssetType | undefined),
      ...present('classification', row.classification as Classification | undefined),
      ...present('owner_id', owner),
    });
  }

  /** The asset with this id, or the only one with this name; on the platform that the row says, if it does. */
  findAsset(row: CsvValues): { id: string | null } | { reason: string } {
    const name = String(row.asset);
    const platform = (row.platform as string | undefined)?.toLowerCase();
    const isThere = (line: AssetLine): boolean =>
      platform === undefined || line.platform.toLowerCase() === platform;
    for (const id of [name, qualified(row)]) {
      const line = this.#lineOf(id);
      if (line && isThere(line)) return { id };
    }
    const called = [...this.#assets.values()].filter(({ line }) => line.name === name && isThere(line));
    const present = called.filter(({ is_removed }) => !is_removed);
    const [only, other] = present.length > 0 ? present : called;
    if (other)
      return { reason: `several assets are called "${name}"; expected the id of one, or its platform` };
    return { id: only?.line.id ?? null };
  }

  /** Whether somebody or something is in the directory already, not only in this file. */
  isStored(noun: 'principal' | 'asset', id: string): boolean {
    return (noun === 'principal' ? this.#principals : this.#assets).has(id);
  }

  #lineOf(id: string): AssetLine | undefined {
    return (this.#said.get(`asset ${id}`) as AssetLine | undefined) ?? this.#assets.get(id)?.line;
  }

  /** The name, unless it is that of an asset elsewhere. */
  #freeId(row: CsvValues): string {
    const name = String(row.asset);
    return this.#lineOf(name) === undefined ? name : qualified(row);
  }

  #say<Line extends PrincipalLine | AssetLine>(
    key: string,
    stored: Stored<Line> | undefined,
    fresh: Line,
    given: Partial<Line>,
  ): Named<Line> {
    const said = this.#said.get(key) as Line | undefined;
    const before = said ?? stored?.line;
    if (before && given.type && before.type !== given.type && [before.type, given.type].includes('group')) {
      return { reason: `"${before.id}" is a ${before.type}, not a ${given.type}` };
    }
    if (stored?.is_connected) return { line: stored.line, is_new: false };
    const line: Line = { ...(before ?? fresh), ...given };
    if (stored?.is_removed && said === undefined && 'disabled' in line) {
      Object.assign(line, { disabled: (given as Partial<PrincipalLine>).disabled ?? false });
    }
    const is_new =
      before === undefined ||
      (said === undefined && stored?.is_removed === true) ||
      Object.entries(given).some(([field, value]) => !isSame(field, before[field as keyof Line], value));
    if (said !== undefined || is_new) {
      this.#undo.push([key, said]);
      this.#said.delete(key);
      this.#said.set(key, line);
    }
    return { line, is_new };
  }
}

/** `is_new`: the line says something that the directory does not have. */
export type Named<Line> = { line: Line; is_new: boolean } | { reason: string };

export const present = <K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [name]: value } as { [P in K]?: V });

/** Of two platforms each may have a table of the same name. */
const qualified = ({ asset, platform }: CsvValues): string =>
  platform === undefined ? String(asset) : `${platform}/${asset}`;

/** An address is told from another without its case. */
const idOf = (name: string): string => (name.includes('@') ? name.toLowerCase() : name);

const isSame = (field: string, stored: unknown, given: unknown): boolean =>
  stored === given || (field.endsWith('_at') && Date.parse(String(stored)) === Date.parse(String(given)));
