import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../clock/index.js';
import { expectLongStages, measureIterationsWith } from '../event-loop/index.js';
import { FieldPath } from './field-path.js';
import { keysOf, limitedErrors, validateOnce, visitItems } from './limited-errors.js';

const path = FieldPath.of('a');

describe('limitedErrors', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => path.index(index).required());

  test('returns what the validation returns', () => {
    expect(limitedErrors(() => many(9999).slice(1, 3))).toMatchObject([{ field: 'a[1]' }, { field: 'a[2]' }]);
  });

  test('ends a validation that finds ten thousand errors', () => {
    let calls = 0;
    const errors = limitedErrors(() => {
      for (;;) {
        calls++;
        many(10);
      }
    });
    expect(calls).toBe(1000);
    expect(errors).toHaveLength(10_000);
  });

  test('lets other errors through, and limits nothing afterwards', () => {
    expect(() =>
      limitedErrors(() => {
        throw new Error('other');
      }),
    ).toThrow('other');
    expect(many(20_000)).toHaveLength(20_000);
  });
});

describe('a validation that takes long', () => {
  const items = Array.from({ length: 5000 }, (_, index) => `n${index >> 1}`);
  const unset = () => undefined;
  /** Called when the clock is read. */
  let onLook: () => void = unset;
  let now = 0;

  // Whatever is done between two looks at this clock has taken ten milliseconds.
  beforeEach(() => {
    now = 0;
    onLook = unset;
    const monotonic = () => {
      onLook();
      now += 10;
      return now;
    };
    measureIterationsWith({ monotonic });
  });
  afterEach(() => measureIterationsWith(systemClock));

  /** Reports repeated items. */
  const repeated = () => {
    const seen = new Set<string>();
    const errors = visitItems(items, [path.required()], (found, item, index) => {
      if (seen.size === seen.add(item).size) found.push(path.index(index).duplicate(item));
    });
    return [...errors, path.child('end').required()];
  };

  test('lets others run in between, and finds the same', async () => {
    const expected = repeated();
    let others = 0;
    const count = () => {
      others++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    expect(await limitedErrors(repeated)).toEqual(expected);
    clearImmediate(immediate);
    expect(expected).toHaveLength(2502);
    expect(others).toBeGreaterThan(300);
  });

  test('visits no item twice, in several lists and in maps', async () => {
    const visited: string[] = [];
    const map = Object.fromEntries(items.map((item, index) => [`${item}-${index}`, index]));
    const visit = (_: unknown, item: string) => visited.push(item);
    const validate = () => {
      visitItems(items, undefined, visit);
      visitItems(keysOf(map), undefined, visit);
      visitItems(items, undefined, visit);
      return [];
    };
    expect(await limitedErrors(validate)).toEqual([]);
    expect(visited).toEqual([...items, ...Object.keys(map), ...items]);
  });

  test('is not interrupted within an item', async () => {
    const inner: number[] = [];
    const validate = () => {
      visitItems(items, undefined, (_, __, index) => {
        if (index === 1) visitItems(items, undefined, (___, ____, at) => inner.push(at));
      });
      return [];
    };
    await limitedErrors(validate);
    expect(inner).toHaveLength(items.length);
  });

  test('ends when it has found ten thousand errors, with those before an interruption', async () => {
    const validate = () => {
      path.required();
      for (;;) visitItems(items, undefined, (_, item) => path.invalid(item, 'wrong'));
    };
    const errors = await limitedErrors(validate);
    expect(errors).toHaveLength(10_000);
    expect(errors.slice(0, 3).map(({ badValue }) => badValue)).toEqual(['', 'n0', 'n0']);
  });

  test('may run between the passes of another one', async () => {
    const expected = repeated();
    const results = await Promise.all([limitedErrors(repeated), limitedErrors(repeated)]);
    expect(results).toEqual([expected, expected]);
  });

  test.each([
    ['once each in a large object', 0, ['first', 'second']],
    ['as they come when the last large object was long ago', 60_000, ['first', 'second', 'first', 'second']],
  ])('calls parts %s', async (_how, later, expected) => {
    let time = systemClock.monotonic();
    measureIterationsWith({ monotonic: () => time });
    expectLongStages();
    time += later;
    const called: string[] = [];
    const part = (name: string) => () => {
      called.push(name);
      time += 10;
      return [path.child(name).required()];
    };
    const validate = () => {
      const errors = [...validateOnce(part('first')), ...validateOnce(part('second'))];
      visitItems(items, undefined, (_, __, index) => {
        if (index === 0) time += 10;
      });
      return errors;
    };
    expect(await limitedErrors(validate)).toMatchObject([{ field: 'a.first' }, { field: 'a.second' }]);
    expect(called).toEqual(expected);
  });

  test('lets errors through', async () => {
    const validate = () =>
      visitItems(items, [], () => {
        if (now > 100) throw new Error('other');
      });
    await expect(limitedErrors(validate)).rejects.toThrow('other');
  });

  test('must visit the same lists again', async () => {
    let length = 2000;
    const validate = () => visitItems(items.slice(length++), [], () => {});
    await expect(limitedErrors(validate)).rejects.toThrow('visits other lists');
  });

  test('does not look at the clock for short lists', () => {
    const validate = () => visitItems(items.slice(0, 1000), [], () => {});
    onLook = () => {
      throw new Error('it does');
    };
    expect(limitedErrors(validate)).toEqual([]);
  });
});
