import type { BatonSettings } from './baton-settings.ts';
import type { ResourceBook } from './find-resources.ts';
import type { Inventory } from './inventory.ts';
import type { Session } from './process/session.ts';

export const PLATFORM = 'baton';

/** One call of Lapse to a connector. */
export interface BatonContext {
  session: Session;
  settings: BatonSettings;
  /** The program, in messages. */
  title: string;
  book: ResourceBook;
  /** What the connector said about itself, and until when it is believed. */
  told: { inventory: Inventory | null; until: number };
  now: () => Date;
  signal: AbortSignal;
}
