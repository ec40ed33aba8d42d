import type { Details } from '../connector.ts';
import type { EntraSettings } from './entra-settings.ts';
import type { Graph } from './graph.ts';

export interface EdgeContext {
  reader: Graph;
  /** Signs in as the application that may change things. */
  writer: Graph;
  settings: EntraSettings;
  signal: AbortSignal;
}

/** One request of a plan, as it is shown and sent. */
export interface Change {
  method: 'POST' | 'DELETE';
  path: string;
  json?: Record<string, unknown>;
}

export const textOfChange = ({ method, path, json }: Change): string =>
  `${method} ${path}${json ? ` ${JSON.stringify(json)}` : ''}`;

/** What a membership and an assignment have in common: rows that are read, removed and put back. */
export interface EntraEdge<Item> {
  /** In words. */
  target: string;
  /** Throws a Refusal for what must not or cannot be removed. */
  refuse(): Promise<void>;
  /** Throws a Refusal where it cannot be put back. */
  refuseRestore(): Promise<void>;
  read(): Promise<Item[]>;
  /** The same of different reads, whatever id the platform has given it. */
  identityOf(item: Item): string;
  removal(item: Item): Change;
  addition(item: Item): Change;
  warnings(): Promise<string[]>;
  /** Of an undo record; `undefined` when they are none of this edge. */
  recorded(state: Details): Item[] | undefined;
}
