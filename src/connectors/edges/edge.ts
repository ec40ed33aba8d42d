import type { ConnectorClock, Details } from '../connector.ts';

/** One thing that a plan shows and a change sends. */
export interface Step {
  text: string;
  /** `false`: there was nothing left to do. Throws a Refusal for what the platform refuses. */
  send(): Promise<boolean>;
}

/** What can be removed and put back, as rows that are read. `Item` goes into undo records, so it is plain JSON. */
export interface PlatformEdge<Item> {
  /** In words. */
  target: string;
  /** Throws a Refusal for what must not or cannot be removed. */
  refuse(): Promise<void>;
  /** Throws a Refusal where it cannot be put back. */
  refuseRestore(): Promise<void>;
  read(): Promise<Item[]>;
  /** The same of different reads, whatever id the platform has given it. */
  identityOf(item: Item): string;
  removal(items: Item[]): Step[];
  addition(items: Item[]): Step[];
  warnings(): Promise<string[]>;
  /** How many of them, in words. */
  counted(items: Item[]): string;
  /** What an undo record keeps of them; `recorded` reads it. */
  state(items: Item[]): Details;
  /** Of an undo record; `undefined` when they are none of this edge. */
  recorded(state: Details): Item[] | undefined;
}

/** How changes of one platform are waited for. */
export interface ChangeContext {
  platform: string;
  /** What people call the platform. */
  title: string;
  /** The longest that a change is waited for until the platform shows it. */
  settle_ms: number;
  signal: AbortSignal;
  now: () => Date;
  sleep: NonNullable<ConnectorClock['sleep']>;
}
