import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const group = '/apis/admissionregistration.k8s.io/v1';
const create = (resource: string, name: string, fields: JsonObject) =>
  kube.call('POST', `${group}/${resource}`, { metadata: { name }, ...fields });
const everything = { apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] };
const service = { namespace: 'a', name: 's' };
const hook = { name: 'h.example.com', clientConfig: { service }, sideEffects: 'None', admissionReviewVersions: ['v1'] };
const match = { resourceRules: [everything] };
const policy = { matchConstraints: match, validations: [{ expression: 'true' }] };
const mutation = { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/a"}]' } };
const mutating = { matchConstraints: match, mutations: [mutation], reinvocationPolicy: 'Never' };
const binding = { policyName: 'p', validationActions: ['Deny'] };

const usualHook = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
  clientConfig: { service: { ...service, port: 443 } },
  rules: [{ ...everything, scope: '*' }],
};
const usualMatch = { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} };

test.each<[string, JsonObject, JsonObject]>([
  ['validatingwebhookconfigurations', { webhooks: [{ ...hook, rules: [everything] }] }, { webhooks: [usualHook] }],
  [
    'mutatingwebhookconfigurations',
    { webhooks: [{ ...hook, rules: [everything] }] },
    { webhooks: [{ ...usualHook, reinvocationPolicy: 'Never' }] },
  ],
  ['validatingadmissionpolicies', { spec: policy }, { spec: { failurePolicy: 'Fail', matchConstraints: usualMatch } }],
  ['mutatingadmissionpolicies', { spec: mutating }, { spec: { failurePolicy: 'Fail', matchConstraints: usualMatch } }],
  [
    'validatingadmissionpolicybindings',
    { spec: { ...binding, matchResources: match } },
    { spec: { matchResources: usualMatch } },
  ],
])('%s begin with what is usual', async (resource, given, expected) => {
  const { status, json } = await create(resource, 'usual', given);
  expect([status, json]).toMatchObject([201, { metadata: { generation: 1 }, ...expected }]);
});

const webhook = (more: JsonObject): JsonObject => ({ webhooks: [{ ...hook, ...more }] });
test.each<[string, string, JsonObject, string[]]>([
  [
    'a webhook with effects, at no place',
    'validatingwebhookconfigurations',
    webhook({ clientConfig: {}, sideEffects: 'Some', timeoutSeconds: 31 }),
    [
      'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
      'webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
      'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
    ],
  ],
  [
    'a webhook that speaks another language',
    'mutatingwebhookconfigurations',
    webhook({ admissionReviewVersions: ['v3'], clientConfig: { url: 'http://h/p?q' } }),
    [
      `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'webhooks[0].clientConfig.url: Invalid value: "q": query parameters are not permitted in the URL',
      'webhooks[0].admissionReviewVersions: Invalid value: ["v3"]: must include at least one of v1, v1beta1',
    ],
  ],
  [
    'a webhook of a service without names',
    'mutatingwebhookconfigurations',
    webhook({ clientConfig: { service: { path: 'p', namespace: 'n' } } }),
    [
      'webhooks[0].clientConfig.service.namespace: Required value',
      `webhooks[0].clientConfig.service.path: Invalid value: "p": must start with a '/'`,
      'webhooks[0].clientConfig.service.path: Invalid value: "p": segment[0] may not be empty',
    ],
  ],
  [
    'a webhook at no host',
    'mutatingwebhookconfigurations',
    webhook({ clientConfig: { url: 'x' } }),
    [
      `webhooks[0].clientConfig.url: Invalid value: "": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'webhooks[0].clientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
    ],
  ],
  [
    'a binding that does not say what to do without its parameter',
    'mutatingadmissionpolicybindings',
    { spec: { policyName: 'p', paramRef: { name: 'n', parameterNotFoundAction: '' } } },
    ['spec.paramRef.parameterNotFoundAction: Required value'],
  ],
  [
    'rules that repeat themselves',
    'validatingwebhookconfigurations',
    webhook({ rules: [{ ...everything, operations: ['*', 'CREATE'], resources: ['pods/*', 'pods/status'] }] }),
    [
      `webhooks[0].rules[0].operations: Invalid value: ["*","CREATE"]: if '*' is present, must not specify other operations`,
      `webhooks[0].rules[0].resources[1]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
    ],
  ],
  [
    'a policy that says nothing',
    'validatingadmissionpolicies',
    { spec: {} },
    [
      'spec.matchConstraints: Required value',
      'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
      'spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item',
    ],
  ],
  [
    'a mutation without patch',
    'mutatingadmissionpolicies',
    { spec: { ...mutating, mutations: [{ patchType: 'JSONPatch' }] } },
    ['spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch'],
  ],
  [
    'a binding to nothing',
    'validatingadmissionpolicybindings',
    { spec: { paramRef: {} } },
    [
      'spec.policyName: Required value',
      'spec.paramRef: Required value: one of name or selector must be specified',
      'spec.paramRef.parameterNotFoundAction: Required value',
      'spec.validationActions: Required value: at least one validation action is required',
    ],
  ],
])('%s is refused', async (_what, resource, fields, causes) => {
  const answer = await create(resource, 'wrong', fields);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test.each<[string, JsonObject, JsonValue[]]>([
  ['validatingwebhookconfigurations', webhook({}), [1]],
  [
    'validatingadmissionpolicies',
    { spec: { ...policy, paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } },
    [1, 'v1/ConfigMap'],
  ],
  ['mutatingadmissionpolicies', { spec: mutating }, [1, '<unset>']],
  [
    'mutatingadmissionpolicybindings',
    { spec: { policyName: 'p', paramRef: { name: 'n', parameterNotFoundAction: 'Deny' } } },
    ['p', '*/n'],
  ],
  [
    'validatingadmissionpolicybindings',
    {
      spec: {
        policyName: 'p',
        validationActions: ['Deny'],
        paramRef: {
          selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'In', values: ['d', 'e'] }] },
          parameterNotFoundAction: 'Deny',
        },
      },
    },
    [
      'p',
      '&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:c,Operator:In,Values:[d e],},},}',
    ],
  ],
])('a table of %s', async (resource, fields, cells) => {
  await create(resource, 'shown', fields);
  expect(await kube.cells(`${group}/${resource}/shown`)).toEqual([['shown', ...cells, '0s']]);
});

test('conditions of a policy are checked', async () => {
  const target = `${group}/validatingadmissionpolicies/judged`;
  await create('validatingadmissionpolicies', 'judged', { spec: policy });
  const status = {
    conditions: [{ type: 'a', status: 'Maybe', reason: 'R', lastTransitionTime: '2020-01-01T00:00:00Z' }],
  };
  const answer = await kube.call('PATCH', `${target}/status`, { status }, 'application/merge-patch+json');
  expect(causesOf(answer)).toEqual([
    'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
  ]);
});

test('all resources may come after others', async () => {
  const rules = [{ ...everything, resources: ['pods', '*'] }];
  const { status } = await create('validatingwebhookconfigurations', 'last', webhook({ rules }));
  expect(status).toBe(201);
});

const compileError = (place: string, source: string, column: number, problem: string): string => {
  const snippet = ` | ${source}\n | ${'.'.repeat(column - 1)}^`;
  return `${place}: Invalid value: ${JSON.stringify(source)}: compilation failed: ERROR: <input>:1:${column}: ${problem}\n${snippet}`;
};
const undeclared = (name: string): string => `undeclared reference to '${name}' (in container '')`;

test.each<[string, string, JsonObject, string[]]>([
  [
    'what does not compile or is no condition',
    'validatingadmissionpolicies',
    { ...policy, validations: [{ expression: 'nope == 1' }, { expression: '"text"' }, { expression: 'params == 1' }] },
    [
      compileError('spec.validations[0].expression', 'nope == 1', 1, undeclared('nope')),
      'spec.validations[1].expression: Invalid value: "\\"text\\"": must evaluate to bool but got string',
      compileError('spec.validations[2].expression', 'params == 1', 1, undeclared('params')),
    ],
  ],
  [
    'what would fail for every request',
    'validatingadmissionpolicies',
    {
      ...policy,
      validations: [{ expression: 'int("a") == 1' }],
      matchConditions: [{ name: 'a', expression: 'uint(-1) == 1u' }],
    },
    [
      'spec.matchConditions[0].expression: Internal error: program instantiation failed: unsigned integer overflow',
      "spec.validations[0].expression: Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
    ],
  ],
  [
    'a message that is no text',
    'validatingadmissionpolicies',
    {
      ...policy,
      validations: [
        { expression: 'true', messageExpression: '1 + 1' },
        { expression: 'true', messageExpression: ' ', message: ' ' },
        { expression: 'true', message: 'two\nlines', reason: 'Unauthorized' },
        { expression: 'true', messageExpression: "authorizer.path('/').check('get').reason()" },
      ],
    },
    [
      'spec.validations[0].messageExpression: Invalid value: "1 + 1": must evaluate to string but got int',
      'spec.validations[1].messageExpression: Invalid value: " ": must be non-empty if specified',
      'spec.validations[1].message: Invalid value: " ": must be non-empty if specified',
      'spec.validations[2].message: Invalid value: "two\\nlines": must not contain line breaks',
      'spec.validations[2].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      compileError(
        'spec.validations[3].messageExpression',
        "authorizer.path('/').check('get').reason()",
        1,
        undeclared('authorizer'),
      ),
    ],
  ],
  [
    'a condition that speaks of variables',
    'validatingadmissionpolicies',
    {
      ...policy,
      variables: [{ name: 'a', expression: '1' }],
      matchConditions: [{ name: 'c', expression: 'variables.a == 1' }],
    },
    [compileError('spec.matchConditions[0].expression', 'variables.a == 1', 1, undeclared('variables'))],
  ],
  [
    'variables that are none',
    'validatingadmissionpolicies',
    {
      ...policy,
      variables: [
        { name: 'in', expression: '1' },
        { name: 'b', expression: 'variables.c' },
        { name: 'c', expression: ' ' },
      ],
      validations: [{ expression: 'variables.b == variables.d' }],
    },
    [
      'spec.variables[0].name: Invalid value: "in": must be a valid CEL identifier',
      compileError('spec.variables[1].expression', 'variables.c', 10, "undefined field 'c'"),
      'spec.variables[2].expression: Required value: expression is not specified',
      compileError('spec.validations[0].expression', 'variables.b == variables.d', 25, "undefined field 'd'"),
    ],
  ],
  [
    'annotations that are none',
    'validatingadmissionpolicies',
    {
      ...policy,
      auditAnnotations: [
        { key: 'k', valueExpression: ' 1 ' },
        { key: 'k', valueExpression: '' },
      ],
    },
    [
      'spec.auditAnnotations[0].valueExpression: Invalid value: " 1 ": must evaluate to one of [string null_type] but got int',
      'spec.auditAnnotations[1].valueExpression: Required value: valueExpression is not specified',
      'spec.auditAnnotations[1].key: Duplicate value: "k"',
    ],
  ],
  [
    'mutations of another type, and of what is deleted',
    'mutatingadmissionpolicies',
    {
      ...mutating,
      matchConstraints: { resourceRules: [{ ...everything, operations: ['DELETE'] }] },
      mutations: [
        { ...mutation, jsonPatch: { expression: 'Object{}' } },
        { patchType: 'ApplyConfiguration', applyConfiguration: { expression: '{}' }, jsonPatch: { expression: '' } },
        { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{spec: Object.spec{a: 1}}' } },
        { ...mutation, jsonPatch: { expression: '[JSONPatch{op: "test", path: "/", value: variables.none}]' } },
      ],
    },
    [
      'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      'spec.mutations[0].jsonPatch.expression: Invalid value: "Object{}": must evaluate to list(JSONPatch) but got Object',
      'spec.mutations[1].applyConfiguration.expression: Invalid value: "{}": must evaluate to Object but got map(dyn, dyn)',
      'spec.mutations[1].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
      compileError(
        'spec.mutations[3].jsonPatch.expression',
        '[JSONPatch{op: "test", path: "/", value: variables.none}]',
        51,
        "undefined field 'none'",
      ),
    ],
  ],
])('%s is refused in a policy', async (_what, resource, spec, causes) => {
  const answer = await create(resource, 'wrong', { spec });
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('conditions of a webhook are compiled', async () => {
  const conditions = [{ name: 'c', expression: 'params == null' }];
  const answer = await create('mutatingwebhookconfigurations', 'wrong', webhook({ matchConditions: conditions }));
  const place = 'webhooks[0].matchConditions[0].expression';
  expect(causesOf(answer)).toEqual([compileError(place, 'params == null', 1, undeclared('params'))]);
});

test('the status of a policy says what is wrong, and where', async () => {
  await create('validatingadmissionpolicies', 'typed', { spec: policy });
  const patch = (expressionWarnings: JsonObject[]) =>
    kube.call(
      'PATCH',
      `${group}/validatingadmissionpolicies/typed/status`,
      { status: { observedGeneration: 1, typeChecking: { expressionWarnings } } },
      'application/merge-patch+json',
    );
  expect(causesOf(await patch([{ warning: '', fieldRef: '' }]))).toEqual([
    'status.typeChecking.expressionWarnings[0].warning: Required value',
    'status.typeChecking.expressionWarnings[0].fieldRef: Required value',
  ]);
  expect((await patch([{ warning: 'w', fieldRef: 'spec.validations[0].expression' }])).status).toBe(200);
});

test('applying to the status of a policy creates it', async () => {
  const body = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'new' },
  };
  const target = `${group}/validatingadmissionpolicies/new/status?fieldManager=m`;
  const apply = (spec: JsonObject) => kube.call('PATCH', target, { ...body, spec }, 'application/apply-patch+yaml');
  expect((await apply({})).status).toBe(422);
  expect((await apply(policy)).status).toBe(201);
});
