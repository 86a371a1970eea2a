import { describe, expect, test } from 'vitest';
import { CelEvaluationError, LIST, STRING, storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const variables = { text: STRING, part: STRING, list: LIST };
const run = (source: string, activation: { text?: string; part?: string; list?: unknown[] }) =>
  environment.compile(source, { variables }).evaluate(activation as Record<string, never>);

/** Nested lists of few items each that have 2^`depth` items when written out. */
function doubled(depth: number): unknown[] {
  let list: unknown[] = ['x'];
  for (let level = 0; level < depth; level++) list = [list, list];
  return list;
}

const TEXT = 'a'.repeat(200_000);

describe('what would grow without bounds is stopped', () => {
  test.each<[source: string, activation: { text?: string; part?: string; list?: unknown[] }]>([
    ['text.replace("a", text)', { text: TEXT }],
    ['text.replace("", text)', { text: TEXT }],
    ['list.map(x, text).join(text)', { text: TEXT, list: Array(200).fill(1) }],
    ['"%s%s%s%s%s%s%s%s%s%s%s".format(list)', { list: Array(11).fill('a'.repeat(2_000_000)) }],
    ['"%s".format([list])', { list: doubled(40) }],
    ['"%.99999999f".format([1.5])', {}],
    ['"%.99999999e".format([1.5])', {}],
    ['"%x".format([text])', { text: 'a'.repeat(15_000_000) }],
    ['list.flatten(100)', { list: doubled(40) }],
    ['list.indexOf(1)', { list: doubled(40) }],
    ['lists.range(9223372036854775807)', {}],
    ['lists.range(2000).map(x, string(x)).sort()', {}],
    ['lists.range(2000).distinct()', {}],
    ['lists.range(2000).sortBy(x, -x)', {}],
    ['sets.equivalent(lists.range(1000), lists.range(1000))', {}],
    ['text.findAll("a.*b|a")', { text: TEXT }],
  ])('%s', (source, activation) => {
    const failure = (() => {
      try {
        return run(source, activation);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(failure).toBeInstanceOf(CelEvaluationError);
    expect((failure as CelEvaluationError).costLimitExceeded).toBe(true);
  });
});

describe('what is only large is done in little time', () => {
  const part = `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`;
  test.each<[source: string, value: unknown]>([
    ['text.indexOf(part)', -1],
    ['text.lastIndexOf(part)', -1],
    ['(text + part).lastIndexOf(part)', 200_000],
    ['(part + text).indexOf(part)', 0],
    ['text.split(part).size()', 1],
    ['text.replace(part, "").size()', 200_000],
    ['(text + " ").trim().size()', 200_000],
    ['text.split("").size()', 200_000],
    ['text.lowerAscii() == text', true],
    ['"%.1000000f".format([1e300 + 0.5]).size()', 1_000_402],
    ['isURL("https://" + text)', true],
    ['isIP(text)', false],
    ['isCIDR(text + "/1")', false],
    ['isSemver(text) || isSemver("1.2." + text.replace("a", "1"))', false],
    ['isQuantity(text.replace("a", "1"))', false],
    ['format.dns1123Subdomain().validate(text).hasValue()', true],
    ['format.uuid().validate(text).hasValue()', true],
  ])('%s', (source, value) => expect(run(source, { text: TEXT, part })).toBe(value));
});
