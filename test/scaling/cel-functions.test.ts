import { describe, expect, test } from 'vitest';
import {
  type CelLibrary,
  type CelValue,
  KUBERNETES_LIBRARIES,
  kubernetesEnvironment,
  LIST,
  MAP,
  mutationLibrary,
  type Overload,
  PER_CALL_COST_LIMIT,
  renewBudget,
  STRING,
  standardLibrary,
  workDone,
} from '../../src/apimachinery/cel/index.js';
import { inputFamilies } from './cel-inputs.js';
import { isFull, slack } from './full.js';
import { shortestRun } from './shortest-run.js';

const sizes = isFull ? [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] : [100_000];
/** What one unit of cost may take. All functions at once never come to that: most take a tenth of it. */
const nanosecondsPerUnit = 500;
/** The time limit per step of work that the cost does not cover: see cel/budget.ts. */
const nanosecondsPerStep = 100;
/** Every call may take this long, whatever its cost. */
const freeMilliseconds = 3;
/** A call that exceeds the cost limit ends its evaluation. */
const refusalMilliseconds = 20;

/** Called by expanded macros, which the compiler replaces with a loop. */
const isInternal = ({ id }: Overload) => id.startsWith('@');

const libraries = [standardLibrary, mutationLibrary, ...KUBERNETES_LIBRARIES.map(({ library }) => library)].filter(
  (library) => functionsOf(library).length > 0,
);

describe.each(libraries.map((library) => [library.name, library] as const))('functions of %s', (_name, library) => {
  test.each(functionsOf(library))('%s takes no longer than it costs', (_id, overload) => {
    for (const [family, make] of Object.entries(inputFamilies(overload.parameters))) {
      for (const size of sizes) {
        const call = measured(overload, make(size));
        const allowed = slack * Math.max(freeMilliseconds, call.allowedMilliseconds);
        expect(call.milliseconds, `${family} of ${size}: ${call.reported}`).toBeLessThanOrEqual(allowed);
      }
    }
  });
});

/** `l`: a list of strings, `m`: a map of them, `s`: a string. */
const expressions = [
  'l.all(x, size(l) > 0)',
  'l.all(x, size(s) > 0)',
  'l.all(x, size(m) > 0)',
  'm.all(k, size(m) > 0)',
  'l.all(x, m.size() > 0 && s.size() > 0)',
  'l.map(x, x + x).size() > 0',
  'l.filter(x, x != "").size() > 0',
  'l.exists(x, x == "")',
  'l.exists_one(x, x == "")',
  'l.all(x, l.all(y, l.all(z, true)))',
  'l.all(i, x, x != "")',
  'l.transformList(i, x, x).size() > 0',
  'm.transformMap(k, v, v).size() > 0',
  'm.transformMapEntry(k, v, {v + k: k}).size() > 0',
  'l.map(x, l).map(y, y + y).size() > 0',
  'l.map(x, s + s).size() > 0',
  'l.map(x, s.upperAscii()).size() > 0',
  'l.all(x, isURL(s))',
  'l.all(x, l == l)',
  'l.all(x, m == m)',
  'l.all(x, s.charAt(1) == "a")',
  'l.all(x, x in l)',
  'l.all(x, x in m)',
  'l.all(x, sets.intersects(l, []))',
  'l.all(x, s.matches("^(a|b)*$"))',
  'l.all(x, timestamp("2020-01-01T00:00:00Z").getHours(x) > 0)',
  'l.all(x, !isIP(s))',
  'l.all(x, s < s + "a")',
  'l.all(x, double("1" + x) > 0.0)',
  'l.all(x, l.flatten().size() > 0)',
  'l.all(x, "%s %s".format([l, m]) != "")',
];

test.each(expressions)('%s is over before a fifth of a second, whatever it is about', (expression) => {
  const environment = kubernetesEnvironment(Number.POSITIVE_INFINITY).extend({
    variables: { l: LIST, m: MAP, s: STRING },
  });
  const program = environment.compile(expression);
  for (const size of isFull ? [100, 1000, 10_000, 100_000] : [20_000]) {
    const l = Array.from({ length: size }, (_, index) => `x${index}`);
    const m = Object.fromEntries(l.map((name) => [name, name]));
    const s = 'a'.repeat(size * 10);
    const milliseconds = shortestRun(() => settled(() => program.evaluate({ l, m, s })));
    expect(milliseconds, `size ${size}`).toBeLessThan(slack * 200);
  }
});

function functionsOf({ functions }: CelLibrary): [id: string, overload: Overload][] {
  const overloads = (functions?.() ?? []).flatMap((declaration) => declaration.overloads);
  return overloads.filter((overload) => !isInternal(overload)).map((overload) => [overload.id, overload]);
}

interface Call {
  readonly milliseconds: number;
  readonly allowedMilliseconds: number;
  readonly reported: string;
}

/** Like an evaluation: the cost is charged before the call. */
function measured(overload: Overload, values: CelValue[]): Call {
  let [cost, work] = [1, 0];
  let isRefused = false;
  const milliseconds = shortestRun(() => {
    renewBudget();
    settled(() => {
      isRefused = true;
      cost = overload.cost?.(...values) ?? 1;
      isRefused = cost > PER_CALL_COST_LIMIT;
      if (!isRefused) cost += overload.costOfResult?.(overload.evaluate(...values)) ?? 0;
    });
    work = workDone();
  });
  const paid = (cost * nanosecondsPerUnit + work * nanosecondsPerStep) / 1e6;
  return {
    milliseconds,
    allowedMilliseconds: isRefused ? refusalMilliseconds : paid,
    reported: isRefused ? 'refused' : `cost ${cost}, work ${work}`,
  };
}

/** A failing call takes time as well. */
function settled(call: () => unknown): void {
  try {
    call();
  } catch {
    // Only the time matters.
  }
}
