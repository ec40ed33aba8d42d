import { readFileSync } from 'node:fs';
import type pg from 'pg';

const TICK_MS = 10;

/** What the sessions of the pipeline have used so far; unlike elapsed time it hardly depends on other programs. */
export async function serverCpuMs(superuser: pg.Client): Promise<number> {
  const { rows } = await superuser.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'lapse'",
  );
  const ticks = rows.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, own) => sum + own, 0) * TICK_MS;
}
