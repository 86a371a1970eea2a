import { expect, test } from 'vitest';
import { runAtOnce, runInTurns, type Steps } from './steps.js';
import { isTurnLong, leaveTurn } from './turn.js';

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a turn is long when work has gone on for more than ten milliseconds since it was first looked at', async () => {
  await leaveTurn();
  expect(isTurnLong()).toBe(false);
  work(12);
  expect(isTurnLong()).toBe(true);
});

test('after the next turn has come it is not', async () => {
  isTurnLong();
  work(12);
  await leaveTurn();
  expect(isTurnLong()).toBe(false);
});

test('others have their turn meanwhile', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  await leaveTurn();
  order.push('work');
  expect(order).toEqual(['other', 'work']);
});

test('steps come to the same whether they are run at once or in turns', async () => {
  function* steps(): Steps<number> {
    let sum = 0;
    for (let step = 1; step <= 3; step++) {
      sum += step;
      work(6);
      yield;
    }
    return sum;
  }
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  expect(runAtOnce(steps())).toBe(6);
  expect(turns).toBe(0);
  expect(await runInTurns(steps())).toBe(6);
  clearInterval(count);
  expect(turns).toBeGreaterThan(0);
});
