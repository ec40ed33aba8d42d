import { v7 as uuidv7 } from 'uuid';
import type { DirectoryKind, DirectoryLine } from '../domain/directory.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { Database, Querier } from '../store/database.ts';
import {
  existingIds,
  upsertAssets,
  upsertGrants,
  upsertIdentities,
  upsertMemberships,
  upsertPrincipals,
  type Written,
} from '../store/directory-import.ts';
import { requestForChanged, requestRecalculation } from '../store/recalculations.ts';
import { foldTallies } from '../store/tallies.ts';
import { type ChangedBy, directoryEntries } from './directory-entries.ts';
import { parseDirectoryLine } from './directory-lines.ts';
import type { TextLine } from './read-lines.ts';

export interface Rejection {
  line: number;
  reason: string;
}

export interface ImportSummary {
  lines: number;
  imported: number;
  rejected: number;
  counts: Record<DirectoryKind, number>;
  /** The first ones; `rejected` has the number of all. */
  rejections: Rejection[];
}

/** Large enough that statements cost little per row, small enough that a chunk is a short transaction. */
const CHUNK_LINES = 5_000;
const REJECTIONS_LISTED_MAX = 100;
/** Of one statement: to write down and read back more takes tens of milliseconds in which nobody else is answered. */
const ROWS_AT_ONCE = 500;
/** Totals are folded now and then, so that their pieces stay few while millions of lines come in. */
const CHUNKS_PER_FOLD = 20;

export type Numbered = { number: number; line: DirectoryLine };

export interface ImportOptions {
  db: Database;
  tenant_id: number;
  /** Who imports, as the audit trail shows it; `system` when nobody does. */
  actor?: string;
  onProgress?: (summary: ImportSummary) => void;
  now?: () => number;
}

/**
 * Upserts the directory from lines of any number, chunk by chunk: a chunk that is stored stays stored. Lines of a
 * chunk may come in any order; across chunks, what is referred to comes first.
 */
export async function importDirectory(
  { db, tenant_id, actor = 'system', now = Date.now, onProgress }: ImportOptions,
  lines: AsyncIterable<TextLine>,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    lines: 0,
    imported: 0,
    rejected: 0,
    counts: { principal: 0, membership: 0, identity: 0, asset: 0, grant: 0 },
    rejections: [],
  };
  let chunk: Numbered[] = [];
  let chunks = 0;
  const by = { actor, now, newId: uuidv7 };
  const flush = async (): Promise<void> => {
    if (chunk.length === 0) return;
    const rejections = await storeChunk(db, tenant_id, chunk, by);
    const rejectedLines = new Set(rejections.map((rejection) => rejection.line));
    for (const { number, line } of chunk) {
      if (rejectedLines.has(number)) continue;
      summary.counts[line.kind] += 1;
      summary.imported += 1;
    }
    for (const rejection of rejections) reject(summary, rejection);
    chunk = [];
    chunks += 1;
    if (chunks % CHUNKS_PER_FOLD === 0) await db.transaction(tenant_id, foldTallies);
    onProgress?.(summary);
  };

  for await (const { number, text, fault } of lines) {
    if (!fault && text.trim() === '') continue;
    summary.lines += 1;
    const parsed = fault ? { reason: fault } : parseDirectoryLine(text, now());
    if ('reason' in parsed) reject(summary, { line: number, reason: parsed.reason });
    else chunk.push({ number, line: parsed.line });
    if (chunk.length >= CHUNK_LINES) await flush();
  }
  await flush();
  await db.transaction(tenant_id, foldTallies);
  summary.rejections.sort((a, b) => a.line - b.line);
  return summary;
}

function reject(summary: ImportSummary, rejection: Rejection): void {
  summary.rejected += 1;
  if (summary.rejections.length < REJECTIONS_LISTED_MAX) summary.rejections.push(rejection);
}

const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS_MAX = 5;

async function storeChunk(
  db: Database,
  tenantId: number,
  chunk: Numbered[],
  by: ChangedBy,
): Promise<Rejection[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(tenantId, (tx) => storeLines(tx, chunk, by));
    } catch (error) {
      // Two imports that touch the same rows in chunks of different cut can still meet; the loser tries again.
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** Part of a transaction: what a chunk of numbered lines says, and an entry for all that it changes. Answers what was refused. */
export async function storeLines(tx: Querier, chunk: Numbered[], by: ChangedBy): Promise<Rejection[]> {
  // Lapse dates follow what their grants, principals and assets are; the pipeline computes them.
  const principals = await inSlices(
    rowsOf(chunk, 'principal', (line) => line.id),
    (rows) => upsertPrincipals(tx, rows),
  ).then(together);
  await requestForChanged(tx, 'directory', 'principal_id', idsOf(principals.changed));
  const assets = await inSlices(
    rowsOf(chunk, 'asset', (line) => line.id),
    (rows) => upsertAssets(tx, rows),
  ).then(together);
  await requestForChanged(tx, 'directory', 'asset_id', idsOf(assets.changed));

  const { accepted, rejections } = await checkReferences(tx, chunk);
  const memberships = await inSlices(
    rowsOf(accepted, 'membership', (line) => `${line.group_id}\n${line.member_id}`),
    (rows) => upsertMemberships(tx, rows),
  );
  const identities = await inSlices(
    rowsOf(accepted, 'identity', (line) => `${line.provider}\n${line.external_id}`),
    (rows) => upsertIdentities(tx, rows),
  );
  const grants = await inSlices(
    rowsOf(accepted, 'grant', (line) => line.id),
    (rows) => upsertGrants(tx, rows),
  ).then(together);
  await requestRecalculation(tx, 'imported', [...idsOf(grants.added), ...idsOf(grants.changed)]);

  const writes = {
    principals,
    assets,
    memberships: memberships.flat(),
    identities: identities.flat(),
    grants,
  };
  await inSlices(directoryEntries(writes, by), (entries) => appendAuditEntries(tx, entries));
  return rejections;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id);

const together = <Line>(parts: Written<Line>[]): Written<Line> => ({
  added: parts.flatMap((part) => part.added),
  changed: parts.flatMap((part) => part.changed),
});

/** A line that points to something unknown is rejected by name; its neighbours are kept. */
async function checkReferences(
  tx: Querier,
  chunk: Numbered[],
): Promise<{ accepted: Numbered[]; rejections: Rejection[] }> {
  const referring = chunk.filter(({ line }) => line.kind !== 'principal' && line.kind !== 'asset');
  if (referring.length === 0) return { accepted: [], rejections: [] };
  const principalIds = new Set<string>();
  const assetIds = new Set<string>();
  for (const { line } of referring) {
    for (const reference of referencesOf(line)) {
      (reference.to === 'asset' ? assetIds : principalIds).add(reference.id);
    }
  }
  const principals = await existingIds(tx, 'principals', [...principalIds]);
  const assets =
    assetIds.size > 0 ? await existingIds(tx, 'assets', [...assetIds]) : new Map<string, string>();

  const accepted: Numbered[] = [];
  const rejections: Rejection[] = [];
  for (const numbered of referring) {
    const reasons = referencesOf(numbered.line).flatMap(({ field, id, to }) => {
      const type = (to === 'asset' ? assets : principals).get(id);
      if (type === undefined) return [`${field}: there is no ${to === 'group' ? 'principal' : to} "${id}"`];
      return to === 'group' && type !== 'group' ? [`${field}: "${id}" is a ${type}, expected a group`] : [];
    });
    if (reasons.length === 0) accepted.push(numbered);
    else rejections.push({ line: numbered.number, reason: reasons.join('; ') });
  }
  return { accepted, rejections };
}

interface Reference {
  field: string;
  id: string;
  to: 'principal' | 'group' | 'asset';
}

function referencesOf(line: DirectoryLine): Reference[] {
  switch (line.kind) {
    case 'membership':
      return [
        { field: 'group_id', id: line.group_id, to: 'group' },
        { field: 'member_id', id: line.member_id, to: 'principal' },
      ];
    case 'identity':
      return [{ field: 'principal_id', id: line.principal_id, to: 'principal' }];
    case 'grant':
      return [
        { field: 'principal_id', id: line.principal_id, to: 'principal' },
        { field: 'asset_id', id: line.asset_id, to: 'asset' },
        ...(line.via_group_id
          ? [{ field: 'via_group_id', id: line.via_group_id, to: 'group' as const }]
          : []),
      ];
    default:
      return [];
  }
}

/**
 * The lines of a kind. A row named twice in a chunk is written once, with what the later line says. In the order of the keys: two
 * imports that lock the same rows do it in the same order. Only keys are sorted, without a function that compares them: nobody else
 * is answered meanwhile.
 */
function rowsOf<K extends DirectoryKind>(
  chunk: Numbered[],
  kind: K,
  key: (line: LineOf<K>) => string,
): LineOf<K>[] {
  const byKey = new Map<string, LineOf<K>>();
  for (const { line } of chunk) if (isOf(kind, line)) byKey.set(key(line), line);
  return [...byKey.keys()].sort().map((each) => byKey.get(each) as LineOf<K>);
}

type LineOf<K extends DirectoryKind> = Extract<DirectoryLine, { kind: K }>;

const isOf = <K extends DirectoryKind>(kind: K, line: DirectoryLine): line is LineOf<K> => line.kind === kind;

async function inSlices<T, R>(rows: T[], store: (slice: T[]) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    answers.push(await store(rows.slice(from, from + ROWS_AT_ONCE)));
  }
  return answers;
}
