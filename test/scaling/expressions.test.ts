import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { expectScales } from './expect-scales.js';
import { isFull } from './full.js';
import { ScalingServer } from './scaling-server.js';

const group = 'expressions.example.com';
/** Patterns whose automata grow with the text, or with a number in the pattern. */
const hardPattern = '^(a|b)*a(a|b){14}$';
const openText = { type: 'string' };
/** The estimated cost of rules on longer texts would be refused. */
const ruledText = { type: 'string', maxLength: 2_000_000 };

const rules: Record<string, JsonObject> = {
  matches: { rule: `self == '' || self.matches('b+a')` },
  splits: { rule: `self.split('b').size() >= 0` },
  replaces: { rule: `self.replace('b', 'c') != self` },
  quotes: { rule: `strings.quote(self) != ''` },
  finds: { rule: `self.find('b+$') != 'x'` },
  messages: { rule: `self == ''`, messageExpression: `'found ' + self.find('b+$')` },
  repeats: { rule: `[1, 2, 3, 4].all(x, !self.upperAscii().contains('x'))` },
};

const definition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `ruleds.${group}` },
  spec: {
    group,
    names: { plural: 'ruleds', kind: 'Ruled' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              pattern: { ...openText, pattern: hardPattern },
              patterns: { type: 'array', items: { ...openText, pattern: hardPattern } },
              values: { type: 'object', additionalProperties: { ...openText, pattern: hardPattern } },
              text: openText,
              ...Object.fromEntries(
                Object.entries(rules).map(([name, rule]) => [
                  name,
                  { ...ruledText, 'x-kubernetes-validations': [rule] },
                ]),
              ),
            },
          },
        },
      },
    ],
  },
};

/** What a policy does with the text of an object of its name. */
const policies: Record<string, JsonObject> = {
  cheap: { validations: [{ expression: `!object.text.matches('b+c')` }] },
  validation: { validations: [{ expression: `!object.text.matches('${hardPattern}')` }] },
  variable: {
    variables: [{ name: 'found', expression: `object.text.findAll('a+b')` }],
    validations: [{ expression: `variables.found.all(x, x.size() > 0)` }],
  },
  condition: {
    matchConditions: [{ name: 'matching', expression: `object.text.matches('${hardPattern}')` }],
    validations: [{ expression: 'true' }],
  },
  format: { validations: [{ expression: `'%s %s'.format([object, object]).size() > 0` }] },
  loop: { validations: [{ expression: `object.text.split('b').all(x, !x.contains('c'))` }] },
};

const constraints = {
  resourceRules: [{ apiGroups: [group], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'] }],
};
const registration = '/apis/admissionregistration.k8s.io/v1';

let server: ScalingServer;
beforeAll(async () => {
  server = await ScalingServer.start([definition]);
  for (const [name, spec] of Object.entries(policies)) {
    const own = { name: 'own', expression: `object.metadata.name == '${name}'` };
    const { matchConditions = [], ...rest } = spec;
    const conditions = [own, ...(matchConditions as JsonObject[])];
    await create('validatingadmissionpolicies', 'ValidatingAdmissionPolicy', name, {
      matchConstraints: constraints,
      matchConditions: conditions,
      ...rest,
    });
    await create('validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', name, {
      policyName: name,
      validationActions: ['Deny'],
    });
  }
  await create('mutatingadmissionpolicies', 'MutatingAdmissionPolicy', 'mutation', {
    matchConstraints: constraints,
    matchConditions: [{ name: 'own', expression: `object.metadata.name == 'mutation'` }],
    reinvocationPolicy: 'Never',
    mutations: [
      {
        patchType: 'JSONPatch',
        jsonPatch: {
          expression: `[JSONPatch{op: 'replace', path: '/text', value: string(object.text.find('${hardPattern}').size())}]`,
        },
      },
    ],
  });
  await create('mutatingadmissionpolicybindings', 'MutatingAdmissionPolicyBinding', 'mutation', {
    policyName: 'mutation',
  });
  await policiesAreKnown();
});
afterAll(() => server?.close());

async function create(plural: string, kind: string, name: string, spec: JsonObject): Promise<void> {
  const object = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, spec };
  const body = Buffer.from(JSON.stringify(object));
  const { status, text } = await server.send({ method: 'POST', path: `${registration}/${plural}`, body });
  expect(status, text).toBe(201);
}

function ruled(name: string, fields: JsonObject) {
  const object = { apiVersion: `${group}/v1`, kind: 'Ruled', metadata: { name }, text: '', ...fields };
  return {
    method: 'POST',
    path: `/apis/${group}/v1/namespaces/default/ruleds?dryRun=All`,
    body: Buffer.from(JSON.stringify(object)),
  };
}

/** Those that refuse a short text do so once they are in force. */
async function policiesAreKnown(): Promise<void> {
  for (;;) {
    const { status } = await server.send(ruled('validation', { text: textOf(15) }));
    if (status === 422) return;
  }
}

/** Letters in no order, the same in every run. */
function textOf(size: number): string {
  let state = 1;
  const text = Buffer.alloc(size);
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    text[at] = state & 0x10000 ? 97 : 98;
  }
  if (size >= 15) text[size - 15] = 97;
  return text.toString('latin1');
}

/** Of the number that the full suite sends. */
const share = isFull ? 1 : 1 / 4;

describe('a text as long as a rule allows is no trouble for others', () => {
  test.each(Object.keys(rules))('%s', (name) =>
    expectScales(server, {
      name,
      upTo: 2_000_000 * share,
      status: [201, 422],
      make: (size) => ruled('x', { [name]: textOf(size) }),
    }),
  );
});

describe('a text as long as a body can be is no trouble for others where policies evaluate it', () => {
  test.each([...Object.keys(policies), 'mutation'])('%s', (name) =>
    expectScales(server, {
      name,
      // Longer texts exceed the cost limit with the other patterns.
      upTo: (name === 'cheap' ? 2_900_000 : 1_900_000) * share,
      status: [201, 422],
      make: (size) => ruled(name, { text: textOf(size) }),
    }),
  );
});

describe('patterns of a schema are no trouble for others', () => {
  const cases: Record<string, (size: number) => JsonObject> = {
    'a long text': (size) => ({ pattern: textOf(size) }),
    'many texts': (size) => ({ patterns: Array.from({ length: size / 1000 }, (_, index) => textOf(500 + index)) }),
    'many members': (size) => ({
      values: Object.fromEntries(Array.from({ length: size / 1000 }, (_, index) => [`k${index}`, textOf(500 + index)])),
    }),
  };
  test.each(Object.entries(cases))('%s', (name, fields) =>
    expectScales(server, {
      name,
      upTo: 1_400_000 * share,
      status: [201, 422],
      make: (size) => ruled('x', fields(size)),
    }),
  );
});
