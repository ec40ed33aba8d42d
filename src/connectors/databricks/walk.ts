import { textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import { type Found, type FoundPage, findMetastore, securablePage } from './securables.ts';
import { listWorkspaces } from './workspaces.ts';

const PHASES = ['metastore', 'workspace', 'catalog', 'schema', 'table', 'volume'] as const;
type Phase = (typeof PHASES)[number];
type Listed = Exclude<Phase, 'metastore' | 'workspace'>;

/** A list of containers that are still to be read: the first is being read, and `more` of them follow from `token`. */
interface Level {
  names: string[];
  token: string | null;
  more: boolean;
}

/** All of it is in the cursor. Containers are listed again for each kind, so that the order does not depend on pages. */
export interface WalkPosition {
  phase: Phase;
  levels: Level[];
  /** The rest of the list in the first container. */
  token: string | null;
}

export const WALK_START: WalkPosition = { phase: 'metastore', levels: [], token: null };

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

export const isWalkPosition = (value: unknown): value is WalkPosition => {
  const { phase, levels, token } = (value ?? {}) as WalkPosition;
  const isLevel = (level: Level): boolean =>
    Array.isArray(level?.names) &&
    level.names.every((name) => textOf(name) !== null) &&
    isTextOrNull(level.token) &&
    typeof level.more === 'boolean';
  return PHASES.includes(phase) && Array.isArray(levels) && levels.every(isLevel) && isTextOrNull(token);
};

const DEPTH: Record<Listed, number> = { catalog: 0, schema: 1, table: 2, volume: 2 };
const CONTAINERS = ['catalog', 'schema'] as const;
/** Containers named in one cursor, and lists of containers read in one step. */
const NAMES_PER_LEVEL = 50;
const READS_PER_STEP = 20;

export interface WalkContext {
  api: Databricks;
  signal: AbortSignal;
  /** Rows of a list, and lists that are read at the same time. */
  max: number;
  at_once: number;
}

/** The next things of the metastore and the account; maybe none, and yet not the end. */
export async function walkStep(
  context: WalkContext,
  position: WalkPosition,
): Promise<{ found: Found[]; next: WalkPosition | null }> {
  const { phase, token } = position;
  switch (phase) {
    case 'metastore': {
      const metastore = await findMetastore(context);
      return { found: metastore ? [metastore] : [], next: after(phase) };
    }
    case 'workspace':
      return { found: await listWorkspaces(context), next: after(phase) };
    case 'catalog': {
      const page = await securablePage(context, phase, { parent: '', token, max: context.max });
      return {
        found: page.found,
        next: page.next === null ? after(phase) : { ...position, token: page.next },
      };
    }
    default:
      return walkInside(context, phase, position);
  }
}

const after = (phase: Phase): WalkPosition | null => {
  const next = PHASES[PHASES.indexOf(phase) + 1];
  return next ? { phase: next, levels: [], token: null } : null;
};

async function walkInside(
  context: WalkContext,
  phase: Exclude<Listed, 'catalog'>,
  position: WalkPosition,
): Promise<{ found: Found[]; next: WalkPosition | null }> {
  const levels = structuredClone(position.levels);
  switch (await fill(context, levels, DEPTH[phase])) {
    case 'over':
      return { found: [], next: after(phase) };
    case 'unfinished':
      return { found: [], next: { phase, levels, token: null } };
    case 'filled': {
      const level = levels.at(-1) as Level;
      const taken = level.names.slice(0, context.at_once);
      const pages: FoundPage[] = await Promise.all(
        taken.map((parent, i) =>
          securablePage(context, phase, { parent, token: i === 0 ? position.token : null, max: context.max }),
        ),
      );
      const long = pages.findIndex(({ next }) => next !== null);
      // What was read beyond it comes again, after its other pages.
      const read = long === -1 ? pages : pages.slice(0, long + 1);
      level.names.splice(0, long === -1 ? pages.length : long);
      return {
        found: read.flatMap(({ found }) => found),
        next: { phase, levels, token: long === -1 ? null : (pages[long]?.next ?? null) },
      };
    }
  }
}

/** Reads lists of containers until the deepest has one to look into. */
async function fill(
  context: WalkContext,
  levels: Level[],
  depth: number,
): Promise<'filled' | 'over' | 'unfinished'> {
  for (let reads = 0; ; ) {
    const level = levels.at(-1);
    if (level && level.names.length === 0 && level.more) {
      if (reads++ >= READS_PER_STEP) return 'unfinished';
      const kind = CONTAINERS[levels.length - 1] as (typeof CONTAINERS)[number];
      const parent = levels.at(-2)?.names[0] ?? '';
      const { token } = level;
      const page = await securablePage(context, kind, { parent, token, max: NAMES_PER_LEVEL });
      level.names = page.found.map(({ name }) => name);
      level.token = page.next;
      level.more = page.next !== null;
    } else if (level && level.names.length === 0) {
      levels.pop();
      if (levels.length === 0) return 'over';
      levels.at(-1)?.names.shift();
    } else if (levels.length === depth) {
      return 'filled';
    } else {
      levels.push({ names: [], token: null, more: true });
    }
  }
}
