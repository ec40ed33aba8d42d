import { expect, test } from 'vitest';
import { stepsDone } from './first-steps.ts';

test.each([
  ['nothing is there', { connectors: 0, principals: 0, channels: 0 }, []],
  ['a platform is connected and not yet read', { connectors: 1, principals: 0, channels: 0 }, ['connect']],
  ['a file was imported', { connectors: 0, principals: 3, channels: 0 }, ['connect', 'look']],
  ['a channel came first', { connectors: 0, principals: 0, channels: 1 }, ['invite']],
  ['all of it', { connectors: 2, principals: 9, channels: 1 }, ['connect', 'look', 'invite']],
  ['what is not known is not done', { connectors: null, principals: 0, channels: null }, []],
])('%s', (_, observed, done) => {
  const steps = Object.entries(stepsDone(observed)).flatMap(([step, isDone]) => (isDone ? [step] : []));
  expect(steps).toEqual(done);
});
