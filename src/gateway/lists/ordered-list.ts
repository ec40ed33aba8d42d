import type {
  OrderedPageOf,
  OrderedPageRequest,
  OrderedPosition,
} from '../../platform/database/ordered-page.ts';
import type { CursorCodec, CursorScope } from './cursor.ts';
import { type PageParameters, requireOneStart } from './list.ts';

/** A cursor keeps the instant of its first page: later pages continue that list and not today's. */
interface Position extends OrderedPosition {
  as_of: number;
}

/** The envelope of lists in another order than that of ids. */
export async function answerOrdered<Row extends { id: string; position: string }, Item>(
  options: { cursors: CursorCodec; scope: CursorScope; now: number; descending: boolean },
  parameters: PageParameters,
  load: (page: OrderedPageRequest, asOf: number) => Promise<OrderedPageOf<Row>>,
  view: (row: Row, asOf: number) => Item,
) {
  requireOneStart(parameters);
  const { limit, cursor, offset = 0 } = parameters;
  const { cursors, scope, now, descending } = options;
  const after = cursor === undefined ? null : cursors.decode<Position>(scope, cursor);
  const asOf = after?.as_of ?? now;
  const page = await load({ limit, offset, after, descending }, asOf);
  const last = page.items.at(-1);
  const position = last && { key: last.position, id: last.id, as_of: asOf };
  return {
    items: page.items.map((row) => view(row, asOf)),
    next_cursor: page.has_more && position ? cursors.encode(scope, position satisfies Position) : null,
    total: page.total,
    total_is_exact: page.total_is_exact,
    limit,
    offset,
  };
}
