import type { FastifyRequest } from 'fastify';
import type { PageOf, PageRequest } from '../../platform/database/page.ts';
import { invalidRequest } from '../../platform/errors.ts';
import { callerOf } from '../authentication.ts';
import type { CursorCodec } from './cursor.ts';

export interface PageParameters {
  limit: number;
  cursor?: string;
  offset?: number;
}

export function requireOneStart({ cursor, offset }: PageParameters): void {
  if (cursor === undefined || offset === undefined) return;
  const msg = 'cannot be combined with cursor';
  throw invalidRequest([{ loc: ['query', 'offset'], msg, type: 'not_together' }]);
}

/** The envelope of every list: keyset pages by cursor, or by offset in the tutorial's form. */
export async function answerList<Row extends { id: string }, Filters extends object>(
  request: FastifyRequest,
  cursors: CursorCodec,
  list: string,
  query: PageParameters & Filters,
  load: (filters: Filters, page: PageRequest) => Promise<PageOf<Row>>,
) {
  requireOneStart(query);
  const { limit, cursor, offset = 0, ...rest } = query;
  const filters = rest as unknown as Filters;
  const scope = { tenant_id: callerOf(request).tenant_id, list, filters };
  const after = cursor === undefined ? null : cursors.decode<string>(scope, cursor);
  const page = await load(filters, { limit, after, offset });
  const last = page.items.at(-1);
  return {
    items: page.items,
    next_cursor: page.has_more && last ? cursors.encode(scope, last.id) : null,
    total: page.total,
    limit,
    offset,
  };
}
