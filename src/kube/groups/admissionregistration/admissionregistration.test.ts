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
const mutation = { patchType: 'JSONPatch', jsonPatch: { expression: '[]' } };
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
    ['spec.mutations[0].jsonPatch: Required value: jsonPatch is required when patchType is JSONPatch'],
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
])('a table of %s', async (resource, fields, cells) => {
  await create(resource, 'shown', fields);
  expect(await kube.cells(`${group}/${resource}/shown`)).toEqual([['shown', ...cells, '0s']]);
});
