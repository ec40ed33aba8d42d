import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { entraType } from '../../connectors/entra/entra-connector.ts';
import { postgresType } from '../../connectors/postgres/postgres-connector.ts';
import { ask, canAsk } from './ask.ts';
import { completeSettings } from './complete-settings.ts';

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
  const fields = entraType.settings;
  const asked: string[] = [];
  const answers: Record<string, string> = { tenant_id: 't', client_id: 'c', client_secret: 's' };
  const settings = await completeSettings(entraType as never, fields, {}, async ({ name }) => {
    asked.push(name);
    return answers[name] ?? '';
  });
  expect(asked).toEqual(['tenant_id', 'client_id', 'client_secret']);
  expect(settings).toMatchObject(answers);
  await expect(
    completeSettings(postgresType as never, postgresType.settings, { host: 'db' }, async () => ''),
  ).rejects.toThrow(/^user: expected text; it is required \(--user, or LAPSE_POSTGRES_USER\)\.$/);
});
