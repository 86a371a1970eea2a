import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock/index.js';
import { measureIterationsWith } from '../event-loop/index.js';
import {
  bindingsLibrary,
  CelEvaluationError,
  CostBudget,
  evaluateYielding,
  kubernetesEnvironment,
  LIST,
  MAP,
  STRING,
  stringsLibraryOf,
} from './index.js';

const environment = kubernetesEnvironment(Number.POSITIVE_INFINITY).extend({
  libraries: [bindingsLibrary, stringsLibraryOf(5)],
  variables: { l: LIST, m: MAP, s: STRING },
});
const l = Array.from({ length: 3000 }, (_, index) => `x${index}`);
const m = Object.fromEntries(l.map((name, index) => [name, index]));
const s = 'ab%41/é😀"\\'.repeat(3000);

/** Every look at it is later than a slice may last: whatever can be suspended is. */
let now = 0;
const hurried = {
  monotonic: () => {
    now += 1000;
    return now;
  },
};
beforeAll(() => measureIterationsWith(hurried));
afterAll(() => measureIterationsWith(systemClock));

describe('an evaluation that is suspended has the value and the cost of one that is not', () => {
  const expressions = [
    'l.all(x, x.size() > 1)',
    'l.exists(x, x == "x2999")',
    'l.exists_one(x, x.endsWith("99"))',
    'l.exists_one(x, x.endsWith("2999"))',
    'l.map(x, x + "y").filter(y, y.contains("1")).size()',
    'l.all(x, l.exists(y, y == x)) ? 1 : 2',
    'l.slice(0, 60).all(x, l.exists(y, y == x) && l.slice(0, 60).exists(z, z == x))',
    'l.slice(0, 50).map(x, l.filter(y, y < x).size())',
    'l.transformList(i, x, i > 10, x + string(i)).size()',
    'm.transformMap(k, v, v * 2)["x100"]',
    'm.transformMapEntry(k, v, {string(v): k})["17"]',
    'm.all(k, m[k] >= 0) && m.exists(k, m[k] == 2998)',
    'l.exists(x, int(x.substring(1)) / (int(x.substring(1)) - 3000) > 5)',
    'l.all(x, int(x.substring(1)) % (int(x.substring(1)) - 1500) == 0 || true)',
    'l.all(x, 1 / 0 > 0)',
    'l.map(x, 1 / (int(x.substring(1)) - 2000))',
    '(l.all(x, 1 / 0 > 0) || l.exists(x, x == "x2500")) && l.all(x, x != "")',
    'l.all(x, l.all(y, l.all(z, z != "")))',
    'l == l.map(x, x) && m == m.transformMap(k, v, v)',
    'sets.contains(l, l) && l.slice(0, 100).all(x, x in l)',
    'cel.bind(t, l.map(x, x + x), t.size() + t.filter(x, x == "").size())',
    's.split("").size() + s.split("b").size()',
    's.replace("b", "xyz").size() + s.replace("", "-").size() + s.replace("a", "", 7).size()',
    's.reverse().reverse() == s',
    'strings.quote(s).size()',
    '"%s %s %d".format([l, m, 7]).size()',
    's.lowerAscii().upperAscii().trim().indexOf("B/")',
    'url("https://example.com/" + s).getEscapedPath().size() > 0',
    'isSemver("1.0.0-" + s) || isSemver("1.0.0-" + s.replace("%", "").replace("/", "").replace("é", ""))',
    's.matches("^(ab|.)*$") && !s.matches("(a|b)*a(a|b){14}c")',
    'l.slice(0, 5).map(x, s.matches("(a|b|[^c])*" + x))',
    's.find("é.*b") == s.findAll("[^b]+")[2]',
    's.findAll("a.", 5) == ["ab", "ab", "ab", "ab", "ab"] && s.findAll("[%/]").size() > 5',
    's.findAll("a(b|%)*", 0).size()',
    's.findAll(".").size()',
    's.matches(l[0] + "(") || s.size() > 10',
    'l.map(x, {"k": x}).map(o, o.k).exists(k, k == "x1234")',
  ];

  test.each(expressions)('%s', async (expression) => {
    const program = environment.compile(expression);
    const [atOnce, yielding] = [new CostBudget(10_000_000), new CostBudget(10_000_000)];
    const expected = outcomeOf(() => program.evaluate({ l, m, s }, { budget: atOnce }));
    const actual = await outcomeOfPromise(evaluateYielding(program, { l, m, s }, { budget: yielding }));
    expect(actual).toEqual(expected);
    expect(yielding.remaining).toBe(atOnce.remaining);
  });
});

test('other evaluations may run meanwhile', async () => {
  const program = environment.compile(
    'l.slice(0, 40).all(x, l.slice(0, 200).exists(y, y == x + "0") || x.size() > 0) && size(s) > 10',
  );
  const texts = [s, s.slice(1), `${s}!`];
  const values = await Promise.all(texts.map((text) => evaluateYielding(program, { l, m, s: text })));
  expect(values).toEqual([true, true, true]);
});

test('others are handled meanwhile', async () => {
  const program = environment.compile('l.all(x, x != "")');
  let turns = 0;
  const count = (): void => {
    turns++;
    if (turns < 1000) setImmediate(count);
  };
  setImmediate(count);
  await evaluateYielding(program, { l, m, s });
  expect(turns).toBeGreaterThan(2);
});

function outcomeOf(evaluate: () => unknown): unknown {
  try {
    return { value: evaluate() };
  } catch (error) {
    return failureOf(error);
  }
}

function outcomeOfPromise(evaluation: Promise<unknown>): Promise<unknown> {
  return evaluation.then((value) => ({ value }), failureOf);
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof CelEvaluationError)) throw error;
  return { message: error.message, costLimitExceeded: error.costLimitExceeded };
}
