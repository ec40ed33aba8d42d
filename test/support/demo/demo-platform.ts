import type { ScriptedAnswer, SeenRequest } from '../scripted-server.ts';

/** A platform on loopback with a story that a newcomer can follow: Sam uses what is there, and Dana has stopped. */
export interface DemoPlatform {
  platform: string;
  title: string;
  /** What is there, in one line. */
  scene: string;
  /** What Lapse is told to connect to it, secrets included. */
  settings: Record<string, unknown>;
  secrets: string[];
  /** Whose access it is about, as the platform names them. */
  dana: string;
  sam: string;
  asset: string;
  /** What Dana would do, and what the platform says to it: asked past Lapse. */
  attempt: string;
  tryAsDana(): Promise<{ allowed: boolean; answer: string }>;
  /** Requests, and statements of SQL, that change something; none of them is a read or a sign-in. */
  changes(): string[];
  /** Calls it once, when the next change is asked for and before it is made. */
  atChange(act: () => void): void;
  /** Takes a right away from the account of Lapse, and says what `check` must name. */
  withholdRight(): RegExp;
  /** Everything that anybody may do. */
  dump(): unknown;
  close(): Promise<void>;
}

/** What the life of a permission needs of it. */
export type LifecyclePlatform = Omit<DemoPlatform, 'secrets' | 'changes' | 'atChange' | 'withholdRight'>;

const DAY_MS = 86_400_000;

export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Every working hour of so many days, up to so many days ago. */
export const eachDay = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, i) => daysAgo(from - i));

/** Tokens and queries are asked for by POST, and change nothing. */
export const changesIn = (seen: readonly SeenRequest[]): string[] =>
  seen
    .filter(({ method, path, body }) => {
      if (method === 'GET') return false;
      if (method !== 'POST') return true;
      if (/\/token$/.test(path) || /^\/v1\/workspaces\/[^/]+\/query$/.test(path)) return false;
      return path !== '/api/2.0/sql/statements' || !/^SELECT\b/.test(JSON.parse(body).statement);
    })
    .map(({ method, path }) => `${method} ${path}`);

/** By what is asked of a server over HTTP. */
export function atChangeOf(
  server: { intercept: ((request: SeenRequest) => ScriptedAnswer | undefined) | null },
  act: () => void,
): void {
  server.intercept = (request) => {
    if (changesIn([request]).length > 0) {
      server.intercept = null;
      act();
    }
    return undefined;
  };
}

export const tried = (allowed: boolean, yes: string, no: string) => ({ allowed, answer: allowed ? yes : no });
