import { expect, test } from 'vitest';
import { channelSettings, fieldsOf } from './channel-fields.ts';

test('only what the kind takes is sent, and a secret only when it was typed', () => {
  const fields = { ...fieldsOf(undefined), host: 'smtp.example.com', from: 'lapse@example.com' };
  expect(channelSettings(fields)).toEqual({
    host: 'smtp.example.com',
    port: 587,
    security: 'starttls',
    username: null,
    from: 'lapse@example.com',
    gather_seconds: 60,
    decide_links: false,
  });
  expect(channelSettings({ ...fields, password: 'x' })).toHaveProperty('password', 'x');
  expect(channelSettings({ ...fields, kind: 'slack' })).toEqual({ gather_seconds: 60 });
  expect(channelSettings({ ...fields, kind: 'slack', url: 'https://a' })).toEqual({
    gather_seconds: 60,
    url: 'https://a',
  });
});
