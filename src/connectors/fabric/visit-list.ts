import { ConnectorError } from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import type { Row } from '../rows.ts';
import type { FabricContext } from './connector-context.ts';
import type { ListKey } from './fabric-api.ts';
import type { Step, Visit } from './walk.ts';

/** What a kind of list is, and what its rows say. The first part of a step is the kind, the last the page. */
export interface List<T> {
  key: ListKey;
  /** Of these things its first page. */
  first(of: string[]): string;
  found?(row: Row, of: string[]): T | undefined;
  /** The list that is inside a row. */
  inside?(row: Row, of: string[]): Step | undefined;
  /** The list that says the same, where the application is not shown this one. */
  otherwise?(of: string[]): Step;
}

export async function visitList<T>(
  { reader, signal }: Pick<FabricContext, 'reader' | 'signal'>,
  lists: Readonly<Record<string, List<T>>>,
  step: Step,
): Promise<Visit<T>> {
  const [kind = '', of, path] = [step[0], step.slice(1, -1), step.at(-1) ?? ''];
  const list = lists[kind];
  if (!list) throw new ConnectorError('invalid_cursor', 'this is not a cursor of Microsoft Fabric');
  try {
    const { rows, next } = await reader.page(path === '' ? list.first(of) : path, list.key, signal);
    return {
      found: rows.flatMap((row) => list.found?.(row, of) ?? []),
      inside: rows.flatMap((row) => {
        const inside = list.inside?.(row, of);
        return inside === undefined ? [] : [inside];
      }),
      next: next === null ? null : [kind, ...of, next],
    };
  } catch (error) {
    const isHidden = error instanceof PlatformError && (error.status === 403 || error.status === 404);
    if (isHidden && list.otherwise) return { found: [], inside: [list.otherwise(of)], next: null };
    if (of.length > 0 && isGone(error)) return { found: [], inside: [], next: null };
    throw error;
  }
}

/** It was deleted since it was listed, or it is of a kind that has nothing of this sort. */
export const isGone = (error: unknown): boolean =>
  error instanceof PlatformError &&
  (error.status === 404 || (error.status === 400 && error.platform_codes.includes('InvalidItemType')));
