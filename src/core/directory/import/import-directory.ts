import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import { counted } from '../../../platform/counted.ts';
import type { Database, Querier } from '../../../platform/database/database.ts';
import { foldTallies } from '../../../platform/database/tallies.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { observationBy, observeAccess } from '../../../remediation/observations/observe-access.ts';
import { endWaitsForFormerHolders } from '../../reviews/holder/holder-first.sql.ts';
import { requestForChanged, requestRecalculation } from '../../scores/apply/recalculations.sql.ts';
import type { DirectoryKind, DirectoryLine, GrantLine } from '../directory.rules.ts';
import {
  upsertAssets,
  upsertGrants,
  upsertIdentities,
  upsertMemberships,
  upsertPrincipals,
  type Written,
} from '../directory-import.sql.ts';
import { addCounts, type KindCounts, noneOfAnyKind, type RemovalLine } from '../directory-removal.rules.ts';
import { markPresent } from '../directory-removals.sql.ts';
import { checkReferences, type Numbered, type Rejection } from './check-references.ts';
import { type ChangedBy, directoryEntries } from './directory-entries.ts';
import { parseDirectoryLine } from './directory-lines.ts';
import { endUnnamed, type FullImport, type FullImportInHand, nameLines } from './full-import.ts';
import { type NumberedRemoval, removalsThatHold, storeRemovals } from './import-removals.ts';
import type { TextLine } from './read-lines.ts';
import { inSlices } from './remove-directory.ts';

/** A line that was read already: what it says, several things at once if they are to be taken or refused together. */
export type DirectoryReading = { number: number } & (
  | { lines: DirectoryLine[] }
  | { removal: RemovalLine }
  | { reason: string }
);

export interface ImportSummary {
  lines: number;
  imported: number;
  rejected: number;
  counts: Record<DirectoryKind, number>;
  /** What is gone that was there: named by lines that say so, what went with it, and what a full import did not name. */
  removed: KindCounts;
  /** Whether what a full import did not name was removed; null: it was none. */
  full: { applied: boolean; reason: string | null } | null;
  /** The first ones; `rejected` has the number of all. */
  rejections: Rejection[];
}

/** Large enough that statements cost little per row, small enough that a chunk is a short transaction. */
const CHUNK_LINES = 5_000;
const REJECTIONS_LISTED_MAX = 1_000;
/** Totals are folded now and then, so that their pieces stay few while millions of lines come in. */
const CHUNKS_PER_FOLD = 20;

export interface ImportOptions {
  db: Database;
  tenant_id: number;
  /** Who imports, as the audit trail shows it; `system` when nobody does. */
  actor?: string;
  onProgress?: (summary: ImportSummary) => void;
  now?: () => number;
  /** It names all there is; what it does not name is gone. */
  full?: FullImport | null;
}

/**
 * Upserts the directory from lines of any number, chunk by chunk: a chunk that is stored stays stored. Lines of a
 * chunk may come in any order; across chunks, what is referred to comes first.
 */
export async function importDirectory(
  { db, tenant_id, actor = 'system', now = Date.now, onProgress, full = null }: ImportOptions,
  lines: AsyncIterable<TextLine | DirectoryReading>,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    lines: 0,
    imported: 0,
    rejected: 0,
    counts: noneOfAnyKind(),
    removed: noneOfAnyKind(),
    full: null,
    rejections: [],
  };
  let chunk: Numbered[] = [];
  let removals: NumberedRemoval[] = [];
  /** Lines of which the chunk is made. */
  let taken = 0;
  let chunks = 0;
  const by = { actor, now, since: now() };
  const started_at = isoInstant(by.since);
  const inHand = full && { ...full, import_id: uuidv7(), started_at };
  const flush = async (): Promise<void> => {
    if (chunk.length + removals.length === 0) return;
    const { rejections, removed } = await storeChunk(db, tenant_id, { chunk, removals, by, full: inHand });
    addCounts(summary.removed, removed);
    const rejectedLines = new Set(rejections.map((rejection) => rejection.line));
    for (const { number, line } of chunk) if (!rejectedLines.has(number)) summary.counts[line.kind] += 1;
    summary.imported += taken - rejectedLines.size;
    taken = 0;
    for (const rejection of rejections) reject(summary, rejection);
    chunk = [];
    removals = [];
    chunks += 1;
    if (chunks % CHUNKS_PER_FOLD === 0) await db.transaction(tenant_id, foldTallies);
    onProgress?.(summary);
  };

  /** Only of a listing that has arrived whole, and of which every line was understood. */
  async function endOthers(): Promise<ImportSummary['full']> {
    if (summary.rejected > 0) {
      const they = summary.rejected === 1 ? ['was', 'it names'] : ['were', 'they name'];
      const reason = `${counted(summary.rejected, 'line')} ${they[0]} rejected, so what ${they[1]} is not known: nothing else was removed.`;
      return { applied: false, reason };
    }
    addCounts(summary.removed, await endUnnamed(db, tenant_id, inHand as FullImportInHand, by));
    return { applied: true, reason: null };
  }

  for await (const each of lines) {
    if ('text' in each && !each.fault && each.text.trim() === '') continue;
    const reading = 'text' in each ? readLine(each, now()) : each;
    const { number } = reading;
    summary.lines += 1;
    if ('reason' in reading) reject(summary, { line: number, reason: reading.reason });
    else if ('removal' in reading) removals.push({ number, removal: reading.removal });
    else for (const line of reading.lines) chunk.push({ number, line });
    if (!('reason' in reading)) taken += 1;
    if (chunk.length + removals.length >= CHUNK_LINES) await flush();
  }
  await flush();
  if (inHand) summary.full = await endOthers();
  await db.transaction(tenant_id, foldTallies);
  summary.rejections.sort((a, b) => a.line - b.line);
  return summary;
}

function readLine({ number, text, fault }: TextLine, nowMs: number): DirectoryReading {
  if (fault) return { number, reason: fault };
  const parsed = parseDirectoryLine(text, nowMs);
  return 'line' in parsed ? { number, lines: [parsed.line] } : { number, ...parsed };
}

function reject(summary: ImportSummary, rejection: Rejection): void {
  summary.rejected += 1;
  if (summary.rejections.length < REJECTIONS_LISTED_MAX) summary.rejections.push(rejection);
}

const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS_MAX = 5;

interface ChunkWork {
  chunk: Numbered[];
  removals: NumberedRemoval[];
  by: ChangedBy;
  full: FullImportInHand | null;
}

async function storeChunk(
  db: Database,
  tenantId: number,
  work: ChunkWork,
): Promise<{ rejections: Rejection[]; removed: KindCounts }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(tenantId, (tx) => storeChunkLines(tx, work));
    } catch (error) {
      // Two imports that touch the same rows in chunks of different cut can still meet; the loser tries again.
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

async function storeChunkLines(tx: Querier, { chunk, removals, by, full }: ChunkWork) {
  const rejections = await storeLines(tx, chunk, by);
  if (full) {
    const refused = new Set(rejections.map(({ line }) => line));
    const named = chunk.flatMap(({ number, line }) => (refused.has(number) ? [] : [line]));
    await inSlices(named, (lines) => nameLines(tx, full, lines));
  }
  const gone = await storeRemovals(tx, removalsThatHold(chunk, removals), by);
  return { rejections: [...rejections, ...gone.rejections], removed: gone.removed };
}

/** Part of a transaction: what a chunk of numbered lines says, and an entry for all that it changes. Answers what was refused. */
export async function storeLines(tx: Querier, chunk: Numbered[], by: ChangedBy): Promise<Rejection[]> {
  // Lapse dates follow what their grants, principals and assets are; the pipeline computes them.
  const principals = await inSlices(
    rowsOf(chunk, 'principal', (line) => line.id),
    (rows) => upsertPrincipals(tx, rows),
  ).then(together);
  await requestForChanged(tx, 'directory', 'principal_id', idsOf(principals.changed));
  await markNamed(tx, chunk);
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
  const grantLines = rowsOf(accepted, 'grant', (line) => line.id);
  // A line says that the access is there, unless it says that it is gone. That wins over what Lapse remembers.
  const source = observationBy(by);
  await inSlices(grantLines, async (rows) => {
    const [gone, present] = [rows.filter(isGone), rows.filter((line) => !isGone(line))];
    await observeAccess(tx, { present: idsOf(present), gone: idsOf(gone), source });
  });
  const grants = await inSlices(grantLines, (rows) => upsertGrants(tx, rows)).then(together);
  await requestRecalculation(tx, 'imported', [...idsOf(grants.added), ...idsOf(grants.changed)]);
  const passedOn = grants.changed.filter(({ before, after }) => before.principal_id !== after.principal_id);
  await endWaitsForFormerHolders(
    tx,
    passedOn.map(({ before }) => before.principal_id as string),
  );

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

/** What is named is there, whatever was said before. */
async function markNamed(tx: Querier, chunk: readonly Numbered[]): Promise<void> {
  for (const [kind, noun] of [
    ['principal', 'principals'],
    ['asset', 'assets'],
  ] as const) {
    const ids = chunk.flatMap(({ line }) => (isOf(kind, line) ? [line.id] : []));
    await inSlices(ids, (slice) => markPresent(tx, noun, slice));
  }
}

const isGone = (line: GrantLine): boolean => line.status === 'revoked';
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id);

const together = <Line>(parts: Written<Line>[]): Written<Line> => ({
  added: parts.flatMap((part) => part.added),
  changed: parts.flatMap((part) => part.changed),
});

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
