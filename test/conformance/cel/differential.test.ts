import { celEnv, isCelError, isCelList, isCelMap, isCelUint, parse, plan } from '@bufbuild/cel';
import { expect, test } from 'vitest';
import {
  CelEnvironment,
  CelEvaluationError,
  CelUint,
  type CelValue,
  DOUBLE,
  doubleValue,
  INT,
  isDouble,
  isList,
  isMap,
  listItems,
  listOf,
  mapGet,
  mapKeys,
  mapOf,
  STRING,
} from '../../../src/apimachinery/cel/index.js';
import { ExpressionGenerator } from './expression-generator.js';

const SEED = 20260115;
const EXPRESSIONS = 2_000;
const MILLISECONDS = 3_000;

const environment = CelEnvironment.extend({
  variables: { i: INT, d: DOUBLE, s: STRING, l: listOf(INT), m: mapOf(STRING, INT) },
});
const other = celEnv();

test('random expressions have the same values as in @bufbuild/cel', () => {
  const generator = new ExpressionGenerator(SEED);
  const end = Date.now() + MILLISECONDS;
  const differences: string[] = [];
  let compared = 0;
  let values = 0;
  while (compared < EXPRESSIONS && Date.now() < end) {
    const source = generator.expression();
    const [mine, theirs] = [ours(source), bufbuild(source)];
    if (mine !== theirs) differences.push(`${source}\n  here: ${mine}\n  there: ${theirs}`);
    if (mine !== 'failure') values++;
    compared++;
  }
  expect(differences.join('\n')).toBe('');
  expect(values).toBeGreaterThan(compared / 4);
});

function ours(source: string): string {
  const activation = { i: 7, d: 2.5, s: 'aé😀', l: [3, 1, 2], m: { a: 1, b: -2 } };
  try {
    return shown(environment.compileUncached(source).evaluate(activation));
  } catch (thrown) {
    if (thrown instanceof CelEvaluationError && !thrown.message.startsWith('internal')) return 'failure';
    throw thrown;
  }
}

function shown(value: CelValue): string {
  if (isDouble(value)) return `double ${doubleValue(value)}`;
  if (value instanceof CelUint) return `uint ${value.value}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `int ${value}`;
  if (isList(value)) return `[${listItems(value).map(shown).join()}]`;
  if (isMap(value)) {
    const entries = mapKeys(value).map((key) => `${shown(key)}:${shown(mapGet(value, key)!)}`);
    return `{${entries.sort().join()}}`;
  }
  return JSON.stringify(value);
}

function bufbuild(source: string): string {
  const activation = { i: 7n, d: 2.5, s: 'aé😀', l: [3n, 1n, 2n], m: new Map(Object.entries({ a: 1n, b: -2n })) };
  const result = plan(other, parse(source))(activation as never);
  return isCelError(result) ? 'failure' : shownThere(result);
}

function shownThere(value: unknown): string {
  if (typeof value === 'bigint') return `int ${value}`;
  if (typeof value === 'number') return `double ${value}`;
  if (isCelUint(value)) return `uint ${value.value}`;
  if (isCelList(value)) return `[${Array.from(value, shownThere).join()}]`;
  if (isCelMap(value)) {
    const entries = Array.from(value, ([key, entry]) => `${shownThere(key)}:${shownThere(entry)}`);
    return `{${entries.sort().join()}}`;
  }
  return JSON.stringify(value);
}
