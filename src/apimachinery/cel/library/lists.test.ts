import { describe, expect, test } from 'vitest';
import { storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `[1, 2, 2, 3].isSorted()`,
    `!['b', 'a'].isSorted()`,
    `[].isSorted() && [1].isSorted()`,
    `['\\uffff', '😀'].isSorted()`,
    `[b'a', b'b'].isSorted() && [false, true].isSorted()`,
    `[duration('1s'), duration('1m')].isSorted()`,
    `[1, 3].sum() == 4`,
    `[1.5, 3.0].sum() == 4.5`,
    `[1u, 3u].sum() == 4u`,
    `[duration('1m'), duration('1s')].sum() == duration('61s')`,
    `[].sum() == 0`,
    `[1].filter(x, x > 1).sum() == 0`,
    `[1.0].filter(x, x > 1.0).sum() == 0.0 && type([1.0].filter(x, x > 1.0).sum()) == double`,
    `[dyn(1.5), dyn(2.0)].sum() == 3.5`,
    `[3, 1, 2].min() == 1 && [3, 1, 2].max() == 3`,
    `['b', 'a'].max() == 'b' && [true, false].min() == false`,
    `[timestamp('2020-01-01T00:00:00Z'), timestamp('2021-01-01T00:00:00Z')].max().getFullYear() == 2021`,
    `[1, 2, 2, 3].indexOf(2) == 1 && [1, 2, 2, 3].lastIndexOf(2) == 2`,
    `[1.0].indexOf(1.1) == -1 && [].indexOf('a') == -1`,
    `[[1], [2]].indexOf([2]) == 1`,
    `[1, 2, 3, 4].slice(1, 3) == [2, 3] && [1].slice(0, 0) == [] && [1].slice(1, 1) == []`,
    `[[1, 2], [], [3]].flatten() == [1, 2, 3]`,
    `[dyn(1), dyn([dyn(2), dyn([dyn(3), dyn([4])])])].flatten(2) == [dyn(1), dyn(2), dyn(3), dyn([4])]`,
    `[[1]].flatten(0) == [[1]]`,
    `[3, 1, 2].sort() == [1, 2, 3] && ['b', 'a'].sort() == ['a', 'b'] && [].sort() == []`,
    `[2.0, double('Inf'), -1.5].sort() == [-1.5, 2.0, double('Inf')]`,
    `[true, false].sort() == [false, true] && [b'b', b'a'].sort() == [b'a', b'b']`,
    `[{'n': 2}, {'n': 1}].sortBy(x, x.n) == [{'n': 1}, {'n': 2}]`,
    `['ccc', 'a', 'bb'].sortBy(s, size(s)).join() == 'abbccc'`,
    `lists.range(3).sortBy(x, -x) == [2, 1, 0]`,
    `[1, 2, 1, 3, 2].distinct() == [1, 2, 3] && [[1], [1]].distinct() == [[1]]`,
    `[dyn(1), dyn(1.0), dyn(1u)].distinct().size() == 1`,
    `[1, 2, 3].reverse() == [3, 2, 1] && [].reverse() == []`,
    `lists.range(4) == [0, 1, 2, 3] && lists.range(0) == [] && lists.range(-1) == []`,
    `[1, 2].first() == optional.of(1) && [1, 2].last().value() == 2 && ![].first().hasValue()`,
    `sets.contains([1, 2], [2]) && sets.contains([], []) && !sets.contains([1], [1, 2])`,
    `sets.contains([1, 2], [2.0].map(x, dyn(x)))`,
    `sets.equivalent([1, 2], [2, 1, 1]) && !sets.equivalent([1], [1, 2]) && sets.equivalent([], [])`,
    `sets.intersects([1, 2], [2, 3]) && !sets.intersects([1], []) && !sets.intersects([1], [2])`,
    `sets.equivalent([[1], [2, 3]], [[2, 3], [1]])`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('expressions that fail', () => {
  test.each([
    [`[].min()`, 'min called on empty list'],
    [`[1].filter(x, x > 1).max()`, 'max called on empty list'],
    [`[9223372036854775807, 1].sum()`, 'integer overflow'],
    [`[1, 2].slice(-1, 1)`, 'cannot slice(-1, 1), negative indexes not supported'],
    [`[1, 2].slice(2, 1)`, 'cannot slice(2, 1), start index must be less than or equal to end index'],
    [`[1, 2].slice(0, 3)`, 'cannot slice(0, 3), list is length 2'],
    [`[[1]].flatten(-1)`, 'level must be non-negative'],
    [`[dyn(1), dyn('a')].sort()`, 'list elements must have the same type'],
    [`[dyn([1])].sort()`, 'list elements must be comparable'],
    [`[dyn([1]), dyn([2])].min()`, 'no such overload'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

describe('expressions that do not compile', () => {
  test.each([
    [`['a'].sum()`, "found no matching overload for 'sum' applied to 'list(string).()'"],
    [`[[1]].sort()`, "found no matching overload for 'sort'"],
    [`[1].indexOf('a')`, "found no matching overload for 'indexOf' applied to 'list(int).(string)'"],
    [`sets.contains([1], ['a'])`, "found no matching overload for 'sets.contains'"],
    [`{}.sortBy(x, x)`, 'sortBy can only be applied to a list, identifier, comprehension, call or select expression'],
    [`[1].sortBy(x.y, 1)`, 'argument is not an identifier'],
    [`[1].sortBy(x, [x])`, "found no matching overload for '@sortByAssociatedKeys'"],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});
