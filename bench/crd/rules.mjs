import { checkRuleDefinitions, compileRules } from '../../dist/apimachinery/rules/index.js';
import { compileSchema } from '../../dist/apimachinery/schema/index.js';
import { FieldPath } from '../../dist/apimachinery/validation/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'rules of custom resources (x-kubernetes-validations)';

export async function run(bench) {
  const schema = schemaWithRules();
  const value = customResource();
  const [plain, ruled] = [compileSchema(schema), compileSchema(schema, { rules: compileRules })];
  const old = customResource();
  const first = firstUse(value);
  const validate = (compiled, options) => () => {
    const errors = compiled.validate(value, options);
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return errors;
  };
  const without = microseconds(validate(plain));
  const withRules = microseconds(validate(ruled));
  bench.row('a resource with 5 rules: validate', withRules, 'µs', { atMost: 15 });
  bench.row('  of which the rules', withRules - without, 'µs');
  bench.row('  as an update', microseconds(validate(ruled, { old })), 'µs');
  bench.row('  for the first time, compiling them', first, 'ms');
  const broken = { ...value, spec: { ...value.spec, replicas: 50 } };
  bench.row(
    '  where one is broken',
    microseconds(() => ruled.validate(broken)),
    'µs',
  );
  const path = FieldPath.of('spec', 'validation', 'openAPIV3Schema');
  bench.row('check their definitions', microseconds(() => checkRuleDefinitions(schemaWithRules(), path)) / 1000, 'ms');
}

function microseconds(work) {
  return nanosecondsPerCall(work) / 1000;
}

/** Best of several rounds, each with a schema of which nothing has been compiled. */
function firstUse(value) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 15; round++) {
    const schema = schemaWithRules();
    const begin = performance.now();
    compileSchema(schema, { rules: compileRules }).validate(value);
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

function schemaWithRules() {
  const text = { type: 'string', maxLength: 63 };
  const integer = { type: 'integer' };
  const condition = {
    type: 'object',
    properties: {
      type: text,
      status: text,
      reason: text,
      message: { type: 'string' },
      lastTransitionTime: { type: 'string', format: 'date-time' },
    },
  };
  return {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['replicas'],
        properties: {
          replicas: integer,
          minReplicas: integer,
          maxReplicas: integer,
          schedule: {
            ...text,
            'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'cannot be changed' }],
          },
          image: { type: 'string', maxLength: 255 },
          labels: { type: 'object', maxProperties: 20, additionalProperties: text },
          ports: {
            type: 'array',
            maxItems: 10,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            items: { type: 'object', required: ['name'], properties: { name: text, port: integer } },
            'x-kubernetes-validations': [
              { rule: 'self.all(p, p.port > 0 && p.port < 65536)', message: 'no such port' },
            ],
          },
        },
        'x-kubernetes-validations': [
          { rule: '!has(self.minReplicas) || self.minReplicas <= self.replicas' },
          { rule: '!has(self.maxReplicas) || self.replicas <= self.maxReplicas', fieldPath: '.replicas' },
          {
            rule: "self.image.contains(':') && !self.image.endsWith(':latest')",
            messageExpression: "'image must be pinned: ' + self.image",
          },
        ],
      },
      status: {
        type: 'object',
        properties: { observedGeneration: integer, conditions: { type: 'array', items: condition } },
      },
    },
  };
}

function customResource() {
  const time = '2026-01-01T00:00:00Z';
  return {
    apiVersion: 'bench.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'widget', namespace: 'default', uid: '1', creationTimestamp: time, labels: { app: 'a' } },
    spec: {
      replicas: 3,
      minReplicas: 1,
      maxReplicas: 9,
      schedule: '* * * * *',
      image: 'registry.example.com/widget:v1',
      labels: { app: 'a', tier: 'b', zone: 'c' },
      ports: ['http', 'https', 'metrics'].map((name, index) => ({ name, port: 8080 + index })),
    },
    status: {
      observedGeneration: 1,
      conditions: ['Ready', 'Progressing'].map((type) => ({ type, status: 'True', lastTransitionTime: time })),
    },
  };
}
