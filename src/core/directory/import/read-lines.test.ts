import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

test('others have their turn after every fifty lines of one piece', async () => {
  let turns = 0;
  let isReading = true;
  const takeTurn = (): void => {
    turns += 1;
    if (isReading) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const turnsBefore: number[] = [];
  for await (const { number } of readLines(once('x\n'.repeat(500)))) {
    if (number % 50 === 1) turnsBefore.push(turns);
  }
  isReading = false;
  // Each next fifty begin after somebody else had a turn.
  expect(turnsBefore).toHaveLength(10);
  for (let i = 1; i < turnsBefore.length; i += 1) {
    expect(turnsBefore[i]).toBeGreaterThan(turnsBefore[i - 1] as number);
  }
});
