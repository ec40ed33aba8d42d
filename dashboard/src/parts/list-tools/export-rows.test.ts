import { LapseError } from '@lapse/client';
import { expect, test } from 'vitest';
import { EXPORT_MAX, type ExportProgress, exportRows, type LoadRows } from './export-rows.ts';

interface Row {
  id: number;
}

/** A list of so many rows, of which some pages fail as told. */
function listOf(total: number, failures: (LapseError | Error)[] = []) {
  const asked: { limit: number; cursor?: string }[] = [];
  const load: LoadRows<Row> = async (page) => {
    asked.push(page);
    const failure = failures.shift();
    if (failure) throw failure;
    const from = Number(page.cursor ?? 0);
    const to = Math.min(total, from + page.limit);
    const items = Array.from({ length: to - from }, (_, index) => ({ id: from + index }));
    return { items, total, next_cursor: to < total ? String(to) : null };
  };
  return { asked, load };
}

const run = async (load: LoadRows<Row>, signal = new AbortController().signal) => {
  const slept: number[] = [];
  const told: ExportProgress[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
  };
  const columns = [['Id', ({ id }: Row) => id]] as const;
  const result = await exportRows({ load, columns, signal, sleep, tell: (each) => told.push(each) });
  return { ...result, text: result.parts.join(''), slept, told };
};

test('all pages are written in their order, under the head', async () => {
  const { asked, load } = listOf(250);
  const { text, rows, is_cut, told } = await run(load);
  expect(text.split('\n')).toEqual(['Id', ...Array.from({ length: 250 }, (_, id) => String(id)), '']);
  expect([rows, is_cut, asked.length]).toEqual([250, false, 3]);
  expect(told.map((each) => each.rows)).toEqual([100, 200, 250]);
});

test('an empty list is a head alone', async () => {
  expect((await run(listOf(0).load)).text).toBe('Id\n');
});

test('it ends after 100,000 rows and says so, and leaves requests to others', async () => {
  const { asked, load } = listOf(EXPORT_MAX + 5_000);
  const { rows, is_cut, slept } = await run(load);
  expect([rows, is_cut, asked.length]).toEqual([EXPORT_MAX, true, 1_000]);
  expect(slept).toEqual(Array(980).fill(400));
});

test('a list of exactly as many is whole', async () => {
  expect((await run(listOf(EXPORT_MAX).load)).is_cut).toBe(false);
});

test('it waits as long as it is asked to, however often, and loses no row', async () => {
  const limited = new LapseError('later', { status: 429, retry_after: 7 });
  const { load } = listOf(150, [limited, limited, limited, limited, limited]);
  const { rows, slept, told } = await run(load);
  expect([rows, slept]).toEqual([150, [7_000, 7_000, 7_000, 7_000, 7_000]]);
  expect(told[0]).toEqual({ rows: 0, total: null, waits_seconds: 7 });
});

test('what may pass is tried three times, what is refused once', async () => {
  const away = new LapseError('away', { status: 503 });
  expect((await run(listOf(10, [away, away]).load)).rows).toBe(10);
  const gone = listOf(10, [away, away, away]);
  await expect(run(gone.load)).rejects.toBe(away);
  expect(gone.asked.length).toBe(3);
  const refused = listOf(10, [new LapseError('no', { status: 403 })]);
  await expect(run(refused.load)).rejects.toThrow('no');
  expect(refused.asked.length).toBe(1);
});

test('who cancels gets no file, and no page more is asked for', async () => {
  const controller = new AbortController();
  const { asked, load } = listOf(1_000);
  const stopping: LoadRows<Row> = async (page, signal) => {
    const answer = await load(page, signal);
    if (asked.length === 2) controller.abort(new Error('cancelled'));
    return answer;
  };
  await expect(run(stopping, controller.signal)).rejects.toThrow('cancelled');
  expect(asked.length).toBe(2);
});
