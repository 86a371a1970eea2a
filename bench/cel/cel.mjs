import { celEnv, parse, plan } from '@bufbuild/cel';
import { Environment } from '@marcbachmann/cel-js';
import { CelEnvironment, celTypeOfSchema, optionalsLibrary } from '../../dist/apimachinery/cel/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'CEL rules: evaluating and compiling';

const RULE = 'self.replicas <= self.maxReplicas && self.items.all(i, i.startsWith("a"))';
const schema = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    maxReplicas: { type: 'integer' },
    items: { type: 'array', maxItems: 2000, items: { type: 'string', maxLength: 50 } },
  },
};
/** Many different rules, so that the compiled code's call sites become megamorphic. */
const DIFFERENT_RULES = [
  RULE,
  'self.replicas >= 0 && self.replicas < 100',
  'has(self.items) && size(self.items) <= 10',
  'self.items.exists(i, i == "a3")',
  'self.items.all(i, i.size() < 20 && i.matches("^a[0-9]+$"))',
  'self.items.map(i, i + "x").filter(i, i.endsWith("x")).size() == self.items.size()',
  'self.replicas * 2 + 1 <= self.maxReplicas',
  'self.items.exists_one(i, i == "a1") ? self.replicas > 0 : false',
  '"a1" in self.items && !("b" in self.items)',
  'self.items[0] == "a0" && self.maxReplicas - self.replicas != 0',
];
const items = (count) => Array.from({ length: count }, (_, index) => `a${index}`);

export async function run(bench) {
  const environment = CelEnvironment.extend({ libraries: [optionalsLibrary], strictLiterals: true });
  const variables = { self: celTypeOfSchema(schema) };
  const rule = environment.compile(RULE, { variables });

  const input = { self: { replicas: 2, maxReplicas: 5, items: items(5) } };
  const ours = perSecond(() => rule.evaluate(input));
  const others = { '@marcbachmann/cel-js': marcbachmann(), '@bufbuild/cel': bufbuild() };
  const best = Math.max(...Object.values(others));
  bench.row('replicas and five items', ours, 'evaluations/s', { atLeast: 1_500_000 });
  for (const [name, rate] of Object.entries(others)) bench.row(`the same, ${name}`, rate, 'evaluations/s');
  bench.row('times the best of them', ours / best, 'x', { atLeast: 2 });

  const timed = { ...schema, properties: { ...schema.properties, since: { type: 'string', format: 'date-time' } } };
  const converting = environment.compile(RULE, { variables: { self: celTypeOfSchema(timed) } });
  bench.row(
    'the same, of a schema with a date-time',
    perSecond(() => converting.evaluate(input)),
    'evaluations/s',
  );
  const undeclared = environment.compile(RULE.replaceAll('self.', 'dyn(self).'), { variables });
  bench.row(
    'the same, with types found out at run time',
    perSecond(() => undeclared.evaluate(input)),
    'evaluations/s',
  );

  const rules = DIFFERENT_RULES.map((source) => environment.compile(source, { variables }));
  const allHold = () => rules.every((different) => different.evaluate(input) === true);
  if (!allHold()) throw new Error('a rule does not hold');
  const inTurn = nanosecondsPerCall(allHold);
  bench.row('ten different rules in turn', 1e9 / (inTurn / rules.length), 'evaluations/s');

  const compile = nanosecondsPerCall(() => environment.compileUncached(RULE, { variables }));
  bench.row('parse, check and compile the rule', compile / 1000, 'µs', { atMost: 100 });
  bench.row(
    'the same from the cache',
    nanosecondsPerCall(() => environment.compile(RULE, { variables })),
    'ns',
  );
  const estimate = nanosecondsPerCall(() => environment.compileUncached(RULE, { variables }).estimateCost());
  bench.row('compile and estimate the cost', estimate / 1000, 'µs');

  const hundred = evaluationTime(rule, 100);
  const thousand = evaluationTime(rule, 1000);
  bench.row('all() over 1,000 items', thousand / 1000, 'µs');
  bench.row('1,000 items against 100', thousand / hundred, 'x', { atMost: 12 });
}

function evaluationTime(rule, count) {
  const input = { self: { replicas: 2, maxReplicas: 5, items: items(count) } };
  return nanosecondsPerCall(() => rule.evaluate(input));
}

function perSecond(work) {
  return 1e9 / nanosecondsPerCall(work);
}

/** Its integers are bigint. */
function marcbachmann() {
  const evaluate = new Environment().registerVariable('self', 'map').parse(RULE);
  const input = { self: { replicas: 2n, maxReplicas: 5n, items: items(5) } };
  return perSecond(() => evaluate(input));
}

function bufbuild() {
  const evaluate = plan(celEnv(), parse(RULE));
  const input = { self: { replicas: 2n, maxReplicas: 5n, items: items(5) } };
  if (evaluate(input) !== true) throw new Error('@bufbuild/cel does not evaluate the rule');
  return perSecond(() => evaluate(input));
}
