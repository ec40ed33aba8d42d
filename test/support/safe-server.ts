import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from './database.ts';

/** What the suite's server does without (see test-server.ts), and Lapse does not. */
export const SAFETY = ['fsync', 'full_page_writes'];

/** Makes the server safe, for a file that asks Lapse about it, until that is undone. */
export async function makeServerSafe(admin: TestDatabase['admin']): Promise<() => Promise<void>> {
  const holds = async (value: string) =>
    (await admin('SELECT 1 FROM pg_settings WHERE name = ANY($1) AND setting <> $2', [SAFETY, value]))
      .length === 0;
  if (await holds('on')) return async () => {};
  const set = async (value: string) => {
    for (const name of SAFETY) await admin(`ALTER SYSTEM SET ${name} = ${value}`);
    await admin('SELECT pg_reload_conf()');
    while (!(await holds(value))) await sleep(10);
  };
  await set('on');
  return () => set('off');
}
