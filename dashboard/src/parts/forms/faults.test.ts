import { LapseError } from '@lapse/client';
import { expect, test } from 'vitest';
import { faultOf, restOf } from './faults.ts';

const error = new LapseError('bad', {
  status: 400,
  request_id: 'r1',
  faults: [
    { loc: ['body', 'url'], msg: 'expected https', type: 'bad_value' },
    { loc: ['body', 'event_types', 0], msg: 'unknown', type: 'bad_value' },
    { loc: ['body', 'settings', 'host'], msg: 'expected a name', type: 'bad_value' },
  ],
});

test('a fault is found at its field, also that of an element of a list', () => {
  expect(faultOf(error, 'url')).toBe('expected https');
  expect(faultOf(error, 'event_types')).toBe('unknown');
  expect(faultOf(error, 'settings', 'host')).toBe('expected a name');
  expect(faultOf(error, 'host')).toBeUndefined();
  expect(faultOf(new Error('other'), 'url')).toBeUndefined();
});

test('what no field shows is told apart from it', () => {
  expect(restOf(error, [['url'], ['event_types'], ['settings', 'host']])).toBeNull();
  expect((restOf(error, [['url'], ['event_types']]) as Error).message).toBe('settings.host: expected a name');
  const plain = new LapseError('The webhook is disabled.', { status: 409 });
  expect(restOf(plain, [['url']])).toBe(plain);
});
