import { type Row, rowOf } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import type { DatabaseName } from '../keys.ts';
import type { After, Stage } from '../staged-listing.ts';

export type ListingContext = Pick<SynapseContext, 'sql' | 'settings' | 'signal'>;

export const stageName = (kind: string, { plane, database }: DatabaseName): string =>
  `${kind} ${plane}/${database}`;

/** A stage of rows that are read in the order of a key. */
export function rowStage<T>(
  { sql, settings, signal }: ListingContext,
  database: DatabaseName,
  {
    kind,
    start,
    statement,
    parameters,
    afterOf,
    itemOf,
  }: {
    kind: string;
    start: After;
    statement: (rows: number) => string;
    parameters: (after: After) => Record<string, string | number>;
    afterOf: (row: Row) => After;
    itemOf: (row: Row) => T | undefined;
  },
): Stage<T> {
  return {
    name: stageName(kind, database),
    async page(after) {
      const at = after !== null && after.length === start.length ? after : start;
      const rows = await sql
        .session(database, 'reader')
        .query(statement(settings.page_size), parameters(at), signal);
      const isLast = rows.length < settings.page_size;
      return {
        items: rows.flatMap((row) => itemOf(row) ?? []),
        next: isLast ? null : afterOf(rowOf(rows.at(-1))),
      };
    },
  };
}

/** Below every id that a catalogue numbers with. */
export const ID_MIN = -(2 ** 31);
