import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { SettingField } from '../../connectors/connector.ts';
import { entraType } from '../../connectors/entra/entra-connector.ts';
import { postgresType } from '../../connectors/postgres/postgres-connector.ts';
import type { Fault } from '../../platform/errors.ts';
import { ask, canAsk } from './ask.ts';
import { completeSettings, typed } from './complete-settings.ts';

function terminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  let shown = '';
  output.on('data', (chunk) => {
    shown += String(chunk);
  });
  const interrupted = vi.fn();
  return { input, output, interrupted, shown: () => shown };
}

test('what is hidden is never shown', async () => {
  const at = terminal();
  const answer = ask('client_secret: ', { hidden: true }, at);
  for (const key of 'top-secret') at.input.write(key);
  at.input.write('\r');
  expect(await answer).toBe('top-secret');
  expect(at.shown()).toBe('client_secret: \n');
});

test('what is not hidden is', async () => {
  const at = terminal();
  const answer = ask('tenant_id: ', { hidden: false }, at);
  at.input.write('abc\r');
  expect(await answer).toBe('abc');
  expect(at.shown()).toContain('abc');
});

test('Ctrl-C and the end of input are no answers', async () => {
  const at = terminal();
  const answer = ask('password: ', { hidden: true }, at);
  at.input.write('half\u0003');
  await expect(answer).rejects.toThrow('Stopped.');
  expect(at.interrupted).toHaveBeenCalledOnce();
  expect(at.shown()).not.toContain('half');
  const other = terminal();
  const asked = ask('password: ', { hidden: true }, other);
  other.input.end();
  await expect(asked).rejects.toThrow('has ended before everything was answered');
});

test('only a terminal at both ends can be asked', () => {
  expect(canAsk(terminal())).toBe(true);
  expect(canAsk({ ...terminal(), input: terminal(false).input })).toBe(false);
  expect(canAsk({ ...terminal(), output: terminal(false).output })).toBe(false);
});

test('what is missing is asked for once; what is still wrong is said', async () => {
  const judgeOf = (type: { readSettings(input: unknown): object }) => async (settings: object) => {
    const read = type.readSettings(settings);
    return 'faults' in read ? (read.faults as Fault[]) : [];
  };
  const asked: string[] = [];
  const answers: Record<string, string> = { tenant_id: 't', client_id: 'c', client_secret: 's' };
  const settings = await completeSettings(
    entraType,
    entraType.settings,
    {},
    {
      judge: judgeOf(entraType),
      askSetting: async ({ name }) => {
        asked.push(name);
        return answers[name] ?? null;
      },
    },
  );
  expect(asked).toEqual(['tenant_id', 'client_id', 'client_secret']);
  expect(settings).toEqual(answers);
  await expect(
    completeSettings(
      postgresType,
      postgresType.settings,
      { host: 'db' },
      {
        judge: judgeOf(postgresType),
        askSetting: async () => null,
      },
    ),
  ).rejects.toThrow(/^user: expected text; it is required \(--user, or LAPSE_POSTGRES_USER\)\.$/);
});

test('what is typed becomes what the setting is', () => {
  const field = (name: string) => postgresType.settings.find((one) => one.name === name) as SettingField;
  expect(typed(field('port'), ' 5433 ')).toBe(5433);
  expect(typed(field('databases'), 'a, b')).toEqual(['a', 'b']);
  expect(typed(field('password'), ' with spaces ')).toBe(' with spaces ');
  expect(typed(field('user'), '  ')).toBe(null);
  expect(() => typed(field('port'), 'x')).toThrow('port: expected an integer.');
});
