import { textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import { EVERYBODY_KEY, EVERYBODY_NAME, isId, PRINCIPAL_KINDS, principalKey } from './keys.ts';
import { NAME_FIELD, type ScimPosition, scimPage } from './scim.ts';

/** Grants, owners and logs name principals by e-mail, application id or group name: whose keys are these? */
export interface Names {
  /** `id` where it is told as well: a group may be called like somebody else. */
  keyOf(name: unknown, id?: unknown): string | undefined;
  /** Somebody is called so, or several are. */
  isKnown(name: string): boolean;
}

export interface NameBook {
  /** Younger than this; an account has 15,000 principals at most, and they are all held. */
  atMost(age_ms: number, signal: AbortSignal): Promise<Names>;
}

const NAMES_PER_PAGE = 1000;
export const FRESH_MS = 300_000;

export function createNameBook(api: Databricks, now: () => Date): NameBook {
  let held: { names: Names; read_at: number } | null = null;
  return {
    async atMost(age_ms, signal) {
      const at = now().getTime();
      if (held === null || age_ms === 0 || at - held.read_at >= age_ms) {
        held = { names: await readNames(api, signal), read_at: at };
      }
      return held.names;
    },
  };
}

async function readNames(api: Databricks, signal: AbortSignal): Promise<Names> {
  const book = new Map<string, { key: string; name: string }[]>();
  for (const kind of PRINCIPAL_KINDS) {
    let position: ScimPosition | null = null;
    do {
      const fields = `id,${NAME_FIELD[kind]}`;
      const page: Awaited<ReturnType<typeof scimPage>> = await scimPage({ api, signal }, kind, {
        position,
        count: NAMES_PER_PAGE,
        fields,
      });
      for (const row of page.rows) {
        const name = textOf(row[NAME_FIELD[kind]]);
        if (name === null || !isId(row.id)) continue;
        const key = principalKey({ kind, id: row.id });
        const same = book.get(name.toLowerCase()) ?? [];
        if (!same.some((one) => one.key === key)) book.set(name.toLowerCase(), [...same, { key, name }]);
      }
      position = page.next;
    } while (position !== null);
  }
  return {
    isKnown: (name) => book.has(name.toLowerCase()),
    keyOf(name, id) {
      if (name === EVERYBODY_NAME) return EVERYBODY_KEY;
      if (typeof name !== 'string') return undefined;
      const found = book.get(name.toLowerCase()) ?? [];
      const exact = found.filter((one) => one.name === name);
      const candidates = found.length > 1 && exact.length > 0 ? exact : found;
      const told = candidates.filter(({ key }) => key.endsWith(`/${id}`));
      const chosen = candidates.length > 1 ? told : candidates;
      // Who is meant by a name of two is not known.
      return chosen.length === 1 ? chosen[0]?.key : undefined;
    },
  };
}
