import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.mjs';
import { checkHistory, checkKey } from './checker.mjs';
import { goodHistory, mutations } from './generated-histories.mjs';
import { initialState, step } from './model.mjs';

interface Outcome {
  kind: string;
  version?: number;
  value?: string;
}

interface Operation {
  id: string;
  key: string;
  type: string;
  call: number;
  return: number;
  outcome: Outcome;
}

/** `call-return type …`; `-` without a response. */
function operation(text: string, index: number): Operation & Record<string, unknown> {
  const [times, type, ...rest] = text.split(' ') as [string, string, ...string[]];
  const [call, answered] = times.split('-') as [string, string];
  const parts = Object.fromEntries(rest.map((part) => part.split('=') as [string, string]));
  const { kind, version, seen, ...request } = parts;
  const outcome = {
    kind: kind ?? 'ok',
    ...(version && { version: Number(version) }),
    ...(seen && { value: seen }),
  };
  return {
    id: String(index),
    key: 'a',
    type,
    call: Number(call),
    return: answered === '' ? Number.POSITIVE_INFINITY : Number(answered),
    ...request,
    ...(request['expected'] && { expected: Number(request['expected']) }),
    outcome,
  };
}

const verdictOf = (lines: string[]) => checkKey(lines.map(operation)).verdict;

describe('a history of one object that is linearizable', () => {
  const histories: Record<string, string[]> = {
    'reads what was written': ['0-1 create value=x version=5', '2-3 get seen=x version=5'],
    'may read what is written meanwhile': ['0-9 create value=x version=5', '1-2 get seen=x version=5'],
    'may not yet read what is written meanwhile': ['0-9 create value=x version=5', '1-2 get kind=absent'],
    'has a lost answer whose write took place long after': [
      '0- create value=x kind=unknown version=5',
      '3-4 get kind=absent',
      '8-9 get seen=x version=5',
    ],
    'has a lost answer whose write never took place': ['0- create value=x kind=unknown', '3-4 get kind=absent'],
    'has an update refused since another came first': [
      '0-1 create value=x version=5',
      '2-5 update value=y expected=5 version=6',
      '2-5 update value=z expected=5 kind=conflict',
    ],
    'has an update refused by one without an answer': [
      '0-1 create value=x version=5',
      '2- update value=y expected=5 kind=unknown',
      '3-5 update value=z expected=5 kind=conflict',
    ],
    'patches whatever is there': [
      '0-1 create value=x version=5',
      '2-5 update value=y expected=5 version=6',
      '2-5 patch value=z version=7',
      '6-7 get seen=z version=7',
    ],
    'creates again what was deleted': [
      '0-1 create value=x version=5',
      '2-3 delete',
      '4-5 create value=y version=7',
      '6-7 get seen=y version=7',
    ],
  };
  it.each(Object.entries(histories))('%s', (_, lines) => expect(verdictOf(lines)).toBe('linearizable'));
});

describe('a history of one object that is not linearizable', () => {
  const histories: Record<string, string[]> = {
    'reads nothing after a create was answered': ['0-1 create value=x version=5', '2-3 get kind=absent'],
    'reads what was replaced before': [
      '0-1 create value=x version=5',
      '2-3 update value=y expected=5 version=6',
      '4-5 get seen=x version=5',
    ],
    'goes back from one read to the next, while the write is under way': [
      '0-1 create value=x version=5',
      '2-9 update value=y expected=5 version=6',
      '3-4 get seen=y version=6',
      '5-6 get seen=x version=5',
    ],
    'updates one version twice': [
      '0-1 create value=x version=5',
      '2-5 update value=y expected=5 version=6',
      '2-5 update value=z expected=5 version=7',
    ],
    'creates twice without a deletion': ['0-3 create value=x version=5', '0-3 create value=y version=6'],
    'refuses an update that nothing stood against': [
      '0-1 create value=x version=5',
      '2-3 update value=y expected=5 kind=conflict',
    ],
    'shows what it said it had refused': [
      '0-1 create value=x version=5',
      '2-3 update value=y expected=5 kind=conflict',
      '4-5 get seen=y version=6',
    ],
    'loses an update to a patch that read before it': [
      '0-1 create value=x version=5',
      '2-3 update value=y expected=5 version=6',
      '4-5 patch value=z version=7',
      '6-7 get seen=y version=6',
    ],
    'patches what is not there': ['0-1 patch value=x version=5'],
    'shows what was deleted': ['0-1 create value=x version=5', '2-3 delete', '4-5 get seen=x version=5'],
    'finds nothing to delete where something is': ['0-1 create value=x version=5', '2-3 delete kind=absent'],
    'gives a later write an earlier version': [
      '0-1 create value=x version=5',
      '2-3 delete',
      '4-5 create value=y version=4',
    ],
    'shows a write before it was sent': ['0-1 get seen=x version=5', '2-3 create value=x version=5'],
    'undoes a write whose answer was lost after it was seen': [
      '0- create value=x kind=unknown version=5',
      '3-4 get seen=x version=5',
      '5-6 get kind=absent',
    ],
  };
  it.each(Object.entries(histories))('%s', (_, lines) => expect(verdictOf(lines)).toBe('not linearizable'));
});

it('a verdict names the key, and the operation that has no place', () => {
  const good = operation('0-1 create value=x version=5', 0);
  const bad = [operation('0-1 create value=y version=6', 1), operation('2-3 get kind=absent', 2)];
  const result = checkHistory([good, ...bad.map((one) => ({ ...one, key: 'b' }))]);
  expect(result).toMatchObject({ verdict: 'not linearizable', key: 'b', blocked: [{ id: '2' }] });
});

it('the checker agrees with a search through all orders, on 3,000 small histories, good and bad', () => {
  const random = new Random('small');
  const verdicts = { good: 0, bad: 0 };
  for (let round = 0; round < 3000; round++) {
    const history = disturbed(goodHistory(random, { operations: 7, overlap: 2, unknown: 0.2 }), random);
    const isGood = existsOrder(history, initialState);
    verdicts[isGood ? 'good' : 'bad']++;
    expect(checkKey(history).verdict, JSON.stringify(history)).toBe(isGood ? 'linearizable' : 'not linearizable');
  }
  expect(verdicts.good).toBeGreaterThan(300);
  expect(verdicts.bad).toBeGreaterThan(300);
});

it('good histories of several objects are accepted', () => {
  for (let seed = 0; seed < 40; seed++) {
    const history = goodHistory(new Random(seed), { operations: 600, keys: 4, overlap: 10 });
    expect(checkHistory(history).verdict, `seed ${seed}`).toBe('linearizable');
  }
});

describe('a good history is refused after', () => {
  it.each(Object.entries(mutations))('%s', (_, mutate) => {
    let tried = 0;
    for (let seed = 0; seed < 80; seed++) {
      const random = new Random(`mutation ${seed}`);
      const mutated = mutate(goodHistory(random, { operations: 60, overlap: 5, unknown: 0.05 }), random);
      if (mutated === undefined) continue;
      tried++;
      expect(checkKey(mutated).verdict, `seed ${seed}`).toBe('not linearizable');
    }
    expect(tried).toBeGreaterThan(10);
  });
});

/** Swaps an outcome or a time with another operation's, which may or may not make the history invalid. */
function disturbed(history: Operation[], random: Random): Operation[] {
  if (random.chance(0.3)) return history;
  const one: Operation = random.pick(history);
  const other: Operation = random.pick(history.filter(({ type }) => type === one.type));
  if (random.chance(0.5)) {
    return history.map((entry) => (entry === one ? { ...entry, outcome: other.outcome } : entry));
  }
  return history.map((entry) => (entry === one ? { ...entry, call: entry.call + 4, return: entry.return + 4 } : entry));
}

/** Tries every order, without memoization or linking. */
function existsOrder(left: Operation[], state: object): boolean {
  if (left.every(({ outcome }) => outcome.kind === 'unknown')) return true;
  return left.some((first) => {
    const isEarliest = left.every((other) => other.outcome.kind === 'unknown' || other.return >= first.call);
    const next = isEarliest ? step(state, first) : undefined;
    return (
      next !== undefined &&
      existsOrder(
        left.filter((other) => other !== first),
        next,
      )
    );
  });
}
