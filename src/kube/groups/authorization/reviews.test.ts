import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeJson, encodeJson } from '../../../apimachinery/codec/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { alwaysUser } from '../../../server/authentication/index.js';
import { inject } from '../../../server/http/index.js';
import type { Authorizer } from '../../../server/index.js';
import { TestKube } from '../../kube-server.test.support.js';

/** Reviewers may do everything; jane may get pods and read /version; john may do nothing. */
const authorizer: Authorizer = {
  async authorize({ name, groups }, { isResourceRequest, verb, resource, path }) {
    if (name === 'reviewer' || groups.includes('admins')) return { decision: 'allow' };
    if (name === 'john') return { decision: 'deny', reason: 'not john' };
    const allowed = verb === 'get' && (isResourceRequest ? resource === 'pods' : path === '/version');
    return allowed ? { decision: 'allow', reason: 'it is jane' } : { decision: 'no-opinion' };
  },
  listRules: async (_user, namespace) => ({
    resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [namespace] }],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/version'] }],
    incomplete: true,
    errors: ['one', 'two'],
  }),
};

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({ authorizer, authenticator: alwaysUser({ name: 'reviewer', groups: [] }) });
});
afterAll(() => kube.close());

const base = '/apis/authorization.k8s.io/v1';
const pods = { verb: 'get', resource: 'pods' };
const statusOf = async (target: string, spec: JsonObject) => {
  const { status, json } = await kube.call('POST', `${base}/${target}`, { spec });
  return [status, json['status']];
};
const causesOf = async (target: string, review: JsonObject) => {
  const { status, json } = await kube.call('POST', `${base}/${target}`, review);
  expect([status, json['reason']]).toEqual([422, 'Invalid']);
  return ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(
    ({ field, message }) => `${field}: ${message}`,
  );
};

describe('a review of access', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['that is allowed', { user: 'jane', resourceAttributes: pods }, { allowed: true, reason: 'it is jane' }],
    ['that is not allowed', { user: 'jane', resourceAttributes: { ...pods, verb: 'list' } }, { allowed: false }],
    [
      'that is denied',
      { user: 'john', resourceAttributes: pods },
      { allowed: false, denied: true, reason: 'not john' },
    ],
    ['by group', { groups: ['admins'], resourceAttributes: { verb: '*', resource: '*' } }, { allowed: true }],
    [
      'to a path',
      { user: 'jane', nonResourceAttributes: { path: '/version', verb: 'get' } },
      { allowed: true, reason: 'it is jane' },
    ],
    [
      'with selectors of newer clients',
      {
        groups: ['admins'],
        resourceAttributes: {
          ...pods,
          fieldSelector: { requirements: [{ key: 'a', operator: 'Near', values: ['b'] }] },
          labelSelector: {
            requirements: [
              { key: 'a', operator: 'Exists' },
              { key: 'a', operator: 'Near' },
            ],
          },
        },
      },
      {
        allowed: true,
        evaluationError:
          'spec.resourceAttributes.fieldSelector ignored due to parse error; spec.resourceAttributes.labelSelector partially ignored due to parse error',
      },
    ],
  ])('%s', async (_what, spec, status) => {
    expect(await statusOf('subjectaccessreviews', spec)).toEqual([201, status]);
  });

  test('of oneself concerns the user of the request', async () => {
    expect(await statusOf('selfsubjectaccessreviews', { resourceAttributes: pods })).toEqual([201, { allowed: true }]);
  });

  test('in a namespace', async () => {
    const spec = { user: 'jane', resourceAttributes: { ...pods, namespace: 'a' } };
    expect(await statusOf('namespaces/a/localsubjectaccessreviews', spec)).toMatchObject([201, { allowed: true }]);
  });
});

test('a review has the requesting user, and no metadata of stored objects', async () => {
  const target = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews?fieldManager=me';
  const { json } = await kube.call('POST', target, {
    metadata: { uid: 'u', selfLink: '/x', creationTimestamp: '2020-01-01T00:00:00Z' },
    spec: { resourceAttributes: pods },
  });
  expect(Object.keys(json['metadata'] as JsonObject)).toEqual(['managedFields']);
  expect(json['metadata']).toMatchObject({ managedFields: [{ manager: 'me', operation: 'Update' }] });
});

const unionProblem = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';

test.each<[string, string, JsonObject, unknown[]]>([
  [
    'no review without a user',
    'subjectaccessreviews',
    { spec: {} },
    [
      `spec.resourceAttributes: Invalid value: null: ${unionProblem}`,
      'spec.user: Invalid value: "": at least one of user or group must be specified',
    ],
  ],
  [
    'two questions',
    'selfsubjectaccessreviews',
    { spec: { resourceAttributes: pods, nonResourceAttributes: { path: '/', verb: 'get' } } },
    [
      'spec.nonResourceAttributes: Invalid value: {"Path":"/","Verb":"get"}: cannot be specified in combination with resourceAttributes',
    ],
  ],
  [
    'a name',
    'selfsubjectaccessreviews',
    { metadata: { name: 'a' }, spec: { resourceAttributes: pods } },
    [expect.stringMatching('metadata: Invalid value: .*: must be empty')],
  ],
  [
    'another namespace',
    'namespaces/a/localsubjectaccessreviews',
    { spec: { user: 'jane', resourceAttributes: { ...pods, namespace: 'b' } } },
    ['spec.resourceAttributes.namespace: Invalid value: "b": must match metadata.namespace'],
  ],
  [
    'a path in a namespace',
    'namespaces/a/localsubjectaccessreviews',
    { spec: { user: 'jane', nonResourceAttributes: { path: '/' } } },
    [expect.stringMatching('spec.nonResourceAttributes: Invalid value: .*: disallowed on this kind of request')],
  ],
  [
    'selectors that say nothing, or too much',
    'selfsubjectaccessreviews',
    {
      spec: {
        resourceAttributes: {
          ...pods,
          fieldSelector: {},
          labelSelector: { rawSelector: 'a', requirements: [{ key: '-', operator: 'In' }] },
        },
      },
    },
    [
      'spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required',
      'spec.resourceAttributes.labelSelector.rawSelector: Invalid value: "a": may not specified at the same time as requirements',
      "spec.resourceAttributes.labelSelector.requirements[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      expect.stringMatching(/^spec.resourceAttributes.labelSelector.requirements\[0\].key: Invalid value: "-"/),
    ],
  ],
  [
    'requirements that are none',
    'selfsubjectaccessreviews',
    {
      spec: {
        resourceAttributes: {
          ...pods,
          fieldSelector: { requirements: [{ key: '', operator: 'Exists', values: ['a'] }] },
        },
      },
    },
    [
      'spec.resourceAttributes.fieldSelector.requirements[0].key: Required value: must be specified',
      "spec.resourceAttributes.fieldSelector.requirements[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
  ],
])('a review with %s is refused', async (_what, target, review, causes) => {
  expect(await causesOf(target, review)).toEqual(causes);
});

describe('a review of rules', () => {
  test('lists what the user of the request may do', async () => {
    const { status, json } = await kube.call('POST', `${base}/selfsubjectrulesreviews`, { spec: { namespace: 'a' } });
    expect([status, json['status']]).toEqual([
      201,
      {
        resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] }],
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/version'] }],
        incomplete: true,
        evaluationError: '[one, two]',
      },
    ]);
  });

  test('needs a namespace', async () => {
    const { status, json } = await kube.call('POST', `${base}/selfsubjectrulesreviews`, { spec: {} });
    expect([status, json['message']]).toEqual([400, 'no namespace on request']);
  });
});

test.each([
  ['application/json;as=Table;v=v1;g=meta.k8s.io', 406, 'Status'],
  ['application/json;as=Table;v=v1;g=meta.k8s.io,application/json', 201, 'SelfSubjectAccessReview'],
  ['application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', 201, 'PartialObjectMetadata'],
])('a review to be shown as %s is no table', async (accept, status, kind) => {
  const body = encodeJson({ spec: { nonResourceAttributes: { path: '/', verb: 'get' } } });
  const headers = { 'content-type': 'application/json', accept };
  const sent = { method: 'POST', target: `${base}/selfsubjectaccessreviews`, headers, body };
  const response = await inject(kube.server.handle, sent);
  expect([response.status, decodeJson(await response.body())]).toMatchObject([status, { kind }]);
});
