import type { ListingContext } from './assets.ts';
import type { Databricks } from './databricks-api.ts';

export const PLATFORM = 'databricks';
export const TITLE = 'Databricks';

export interface EdgeContext extends ListingContext {
  /** Signs in as the service principal that may change things. */
  writer: Databricks;
}
