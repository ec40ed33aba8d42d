import { listStrings } from '../../strings/lists.ts';
import { ROWS_MAX } from './row-pages.ts';

/** How many rows there are, and where the list ends before they do. */
export function totalText(total: number, isExact: boolean, say: (value: number) => string): string {
  const shown = say(Math.min(total, ROWS_MAX));
  if (!isExact) return listStrings.moreThan(say(total), shown);
  if (total > ROWS_MAX) return listStrings.firstOf(shown, say(total));
  return listStrings.total(shown, total);
}
