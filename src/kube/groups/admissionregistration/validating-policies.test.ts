import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { configMaps, PolicyKube } from './policy-kube.test.support.js';

let kube: PolicyKube;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  kube = await PolicyKube.start({
    authorize: async (_user, { verb, resource, name }) => ({
      decision: verb === 'destroy' || resource === 'leases' || name === 'hidden' ? 'deny' : 'allow',
    }),
  });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => kube.close());

async function enforce(policy: JsonObject, binding?: JsonObject): Promise<() => Promise<void>> {
  const end = await kube.enforce(policy, binding);
  ends.push(end);
  return end;
}

/** Returns why an object is rejected, without the name of the policy; `passes` if it is admitted. */
async function reply(name: string, fields?: JsonObject): Promise<string> {
  const { status, json } = await kube.create(name, fields);
  return status === 201 ? 'passes' : `${status} ${json['reason']} ${String(json['message']).split('request: ')[1]}`;
}

test('a refusal says which policy and binding refuse what', async () => {
  await enforce({ validations: [{ expression: "object.metadata.name != 'x'", message: ' not x ' }] });
  const { status, json } = await kube.create('x');
  const by = /^ValidatingAdmissionPolicy 'p\d+' with binding 'p\d+' denied request: not x$/;
  expect([status, json]).toMatchObject([
    422,
    {
      status: 'Failure',
      message: expect.stringMatching(
        /^configmaps "x" is forbidden: ValidatingAdmissionPolicy 'p\d+' with binding 'p\d+' denied request: not x$/,
      ),
      reason: 'Invalid',
      details: { name: 'x', kind: 'configmaps', causes: [{ message: expect.stringMatching(by) }] },
      code: 422,
    },
  ]);
  expect((await kube.create('y')).status).toBe(201);
});

describe('what is said', () => {
  test.each<[string, JsonObject, string]>([
    ['the message', { message: 'because' }, '422 Invalid because'],
    ['the expression', { expression: ' false ' }, '422 Invalid failed expression: false'],
    ['what the message makes', { messageExpression: "'no ' + object.metadata.name" }, '422 Invalid no x'],
    ['the message where none can be made', { messageExpression: 'string(object.none)', message: 'm' }, '422 Invalid m'],
    ['the message where one has lines', { messageExpression: "'a\\nb'", message: 'm' }, '422 Invalid m'],
    ['another reason', { message: 'm', reason: 'Forbidden' }, '403 Forbidden m'],
    ['yet another', { message: 'm', reason: 'RequestEntityTooLarge' }, '413 RequestEntityTooLarge m'],
    [
      'why it cannot be said',
      { expression: 'object.none == 1', message: 'm', reason: 'Forbidden' },
      "422 Invalid expression 'object.none == 1' resulted in error: no such key: none",
    ],
    [
      'that it takes too long',
      { expression: `${'[0,1,2,3,4,5,6,7,8,9].all(a, '.repeat(7)}true${')'.repeat(7)}` },
      `422 Invalid expression '${'[0,1,2,3,4,5,6,7,8,9].all(a, '.repeat(7)}true${')'.repeat(7)}' resulted in error: operation cancelled: actual cost limit exceeded`,
    ],
  ])('%s', async (_what, validation, said) => {
    await enforce({ validations: [{ expression: 'false', ...validation }] });
    expect(await reply('x')).toBe(said);
  });

  test('the first refusal of several', async () => {
    await enforce({ validations: [{ expression: 'true' }, { expression: 'false', message: 'second' }] });
    await enforce({ validations: [{ expression: 'false', message: 'third' }] });
    expect(await reply('x')).toBe('422 Invalid second');
  });
});

describe('what expressions see', () => {
  test.each<[string, JsonObject, string]>([
    ['the namespace', { validations: [{ expression: "namespaceObject.metadata.name == 'a'" }] }, 'passes'],
    [
      'variables, which are made when they are used',
      {
        variables: [
          { name: 'bad', expression: 'object.none' },
          { name: 'names', expression: '[object.metadata.name]' },
          { name: 'first', expression: 'variables.names[0]' },
        ],
        validations: [{ expression: "variables.first == 'y'", messageExpression: "'not ' + variables.first" }],
      },
      '422 Invalid not x',
    ],
    [
      'who may do what',
      { validations: [{ expression: "authorizer.requestResource.check('destroy').allowed()", message: 'no right' }] },
      '422 Invalid no right',
    ],
    [
      'the request',
      { validations: [{ expression: "request.operation != 'CREATE' || !request.dryRun", message: 'dry' }] },
      '422 Invalid dry',
    ],
  ])('%s', async (_what, policy, said) => {
    await enforce(policy);
    expect(await reply('x')).toBe(said);
  });

  test('what was, and no object that is deleted', async () => {
    const target = '/api/v1/namespaces/a/configmaps/kept';
    await kube.call('POST', '/api/v1/namespaces/a/configmaps', { metadata: { name: 'kept' }, data: { a: '1' } });
    await enforce({
      validations: [
        { expression: "request.operation != 'DELETE' || (object == null && oldObject.data.a == '2')", message: 'keep' },
        { expression: "request.operation != 'UPDATE' || object.data.a >= oldObject.data.a", message: 'only up' },
      ],
    });
    expect((await kube.merge(target, { data: { a: '0' } })).status).toBe(422);
    expect((await kube.call('DELETE', target)).status).toBe(422);
    expect((await kube.merge(target, { data: { a: '2' } })).status).toBe(200);
    expect((await kube.call('DELETE', target)).status).toBe(200);
  });

  test('objects in the version that the rules name', async () => {
    await enforce({
      matchConstraints: {
        resourceRules: [{ ...configMaps, apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] }],
      },
      validations: [
        {
          expression: 'false',
          messageExpression:
            "object.apiVersion + ' ' + request.kind.version + request.resource.version + request.requestKind.version",
        },
      ],
    });
    const { json } = await kube.call('POST', '/apis/autoscaling/v2/namespaces/a/horizontalpodautoscalers', {
      metadata: { name: 'h' },
      spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
    });
    expect(json['message']).toContain('denied request: autoscaling/v1 v1v1v2');
  });
});

describe('what a policy is about', () => {
  test('conditions, and what follows when they cannot be evaluated', async () => {
    const conditions = (expression: string) => ({ matchConditions: [{ name: 'c', expression }] });
    await enforce({ ...conditions("object.metadata.name == 'x'"), validations: [{ expression: 'false' }] });
    await enforce({
      ...conditions("object.metadata.name == 'y' && object.none == 1"),
      validations: [{ expression: 'false' }],
    });
    await enforce({
      ...conditions("object.metadata.name == 'z' && object.none == 1"),
      failurePolicy: 'Ignore',
      validations: [{ expression: 'false' }],
    });
    expect([await reply('x'), await reply('y'), await reply('z')]).toEqual([
      '422 Invalid failed expression: false',
      "422 Invalid expression 'object.metadata.name == 'y' && object.none == 1' resulted in error: no such key: none",
      'passes',
    ]);
  });

  test('neither policies nor questions about rights', async () => {
    const everything = { apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] };
    const end = await enforce({
      matchConstraints: { resourceRules: [everything] },
      validations: [{ expression: 'false' }],
    });
    expect(await reply('x')).toBe('422 Invalid failed expression: false');
    const review = await kube.call('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      spec: { nonResourceAttributes: { path: '/', verb: 'get' } },
    });
    expect(review.status).toBe(201);
    await end();
    expect(await reply('x')).toBe('passes');
  });

  test('what its binding narrows it to, as it is now', async () => {
    await enforce(
      { validations: [{ expression: 'false' }] },
      { matchResources: { resourceRules: [{ ...configMaps, resourceNames: ['x'] }] } },
    );
    expect([await reply('x'), await reply('y')]).toEqual(['422 Invalid failed expression: false', 'passes']);
  });
});

test('failures of a policy that ignores them count for nothing', async () => {
  await enforce({ failurePolicy: 'Ignore', validations: [{ expression: 'object.none == 1' }] });
  expect(await reply('x')).toBe('passes');
});

describe('what else is done', () => {
  test('warnings', async () => {
    await enforce({ validations: [{ expression: 'false', message: 'm' }] }, { validationActions: ['Warn'] });
    const { status, warnings } = await kube.create('x');
    expect([status, warnings]).toEqual([
      201,
      [
        expect.stringMatching(
          /^299 - "Validation failed for ValidatingAdmissionPolicy 'p\d+' with binding 'p\d+': m"$/,
        ),
      ],
    ]);
  });

  test('notes for the audit', async () => {
    await enforce(
      {
        validations: [{ expression: 'true' }, { expression: 'false', message: 'a < b' }],
        auditAnnotations: [
          { key: 'who', valueExpression: 'request.userInfo.username' },
          { key: 'none', valueExpression: 'null' },
        ],
      },
      { validationActions: ['Audit'] },
    );
    const { status, annotations } = await kube.create('x');
    const failure = String(annotations['validation.policy.admission.k8s.io/validation_failure']);
    expect([status, failure.replaceAll(/p\d+/g, 'p')]).toEqual([
      201,
      '[{"message":"a \\u003c b","policy":"p","binding":"p","expressionIndex":1,"validationActions":["Audit"]}]',
    ]);
    expect(Object.keys(annotations).map((key) => key.replace(/^p\d+/, 'p'))).toContain('p/who');
    expect(Object.keys(annotations)).toHaveLength(2);
  });

  test('notes that cannot be made refuse', async () => {
    const auditAnnotations = [{ key: 'k', valueExpression: 'string(object.none)' }];
    await enforce({ auditAnnotations });
    expect(await reply('x')).toBe("422 Invalid expression 'string(object.none)' resulted in error: no such key: none");
  });

  test('counting', async () => {
    await enforce({ validations: [{ expression: 'false' }] });
    await kube.create('x');
    expect(kube.metrics.expose()).toMatch(
      /check_total\{enforcement_action="deny",error_type="invalid_error",policy="p\d+",policy_binding="p\d+"\} 1/,
    );
  });
});

describe('parameters', () => {
  const settings = (name: string, namespace: string, more: JsonObject = {}) =>
    kube.call('POST', `/api/v1/namespaces/${namespace}/secrets`, {
      metadata: { name, labels: { for: 'policies' }, annotations: { max: '1' } },
      ...more,
    });
  const paramKind = { apiVersion: 'v1', kind: 'Secret' };
  const policy = {
    paramKind,
    validations: [
      {
        expression: "params == null || object.data.size() <= int(params.metadata.annotations['max'])",
        messageExpression: "'over ' + params.metadata.name + ' of ' + params.kind",
      },
    ],
  };
  const two = { data: { a: '1', b: '2' } };
  beforeAll(async () => {
    await settings('limits', 'a');
    await settings('more', 'a', { metadata: { name: 'more', labels: { for: 'policies' }, annotations: { max: '2' } } });
  });

  test.each<[string, JsonObject, string]>([
    ['of a name', { name: 'limits', parameterNotFoundAction: 'Deny' }, '422 Invalid over limits of Secret'],
    [
      'of a name in a namespace',
      { name: 'limits', namespace: 'a', parameterNotFoundAction: 'Deny' },
      '422 Invalid over limits of Secret',
    ],
    [
      'all that a selector chooses',
      { selector: { matchLabels: { for: 'policies' } }, parameterNotFoundAction: 'Deny' },
      '422 Invalid over limits of Secret',
    ],
    ['that are not there, and need not be', { name: 'none', parameterNotFoundAction: 'Allow' }, 'passes'],
    [
      'that are not there, and must be',
      { name: 'none', parameterNotFoundAction: 'Deny' },
      '422 Invalid failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    ],
  ])('%s', async (_what, paramRef, said) => {
    await enforce(policy, { paramRef });
    expect(await reply('x', two)).toBe(said);
  });

  test.each<[string, JsonObject, JsonObject, string]>([
    [
      'a kind',
      { ...policy, paramKind: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' } },
      {},
      'spec.paramKind: Forbidden: user &{system:anonymous  [system:unauthenticated] map[]} must have "get" permission on all objects of the referenced paramKind (kind=Lease, apiVersion=coordination.k8s.io/v1)',
    ],
    [
      'an object',
      policy,
      { paramRef: { name: 'hidden', parameterNotFoundAction: 'Allow' } },
      'spec.paramRef: Forbidden: user &{system:anonymous  [system:unauthenticated] map[]} does not have "get" permission on the object referenced by paramRef',
    ],
  ])('of %s that the user may not read are refused', async (_what, spec, binding, said) => {
    await expect(enforce(spec, binding)).rejects.toThrow(said);
  });

  test('none, where the binding has none', async () => {
    await enforce(policy);
    expect(await reply('x', two)).toBe('passes');
  });

  test.each<[string, JsonObject, JsonObject, string]>([
    [
      'of an unknown kind',
      { apiVersion: 'e.example.com/v1', kind: 'Limit' },
      { name: 'n', parameterNotFoundAction: 'Allow' },
      "failed to configure policy: failed to find resource referenced by paramKind: 'e.example.com/v1, Kind=Limit'",
    ],
    [
      'of a namespace, for what is in none',
      paramKind,
      { name: 'limits', parameterNotFoundAction: 'Allow' },
      'failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    ],
    [
      'of the cluster, in a namespace',
      { apiVersion: 'v1', kind: 'Node' },
      { name: 'n', namespace: 'a', parameterNotFoundAction: 'Allow' },
      'failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    ],
  ])('%s', async (_what, kind, paramRef, said) => {
    const rules = [{ ...configMaps, apiGroups: ['scheduling.k8s.io'], resources: ['priorityclasses'] }];
    const match = { matchConstraints: { resourceRules: rules } };
    await enforce({ ...match, paramKind: kind, validations: [{ expression: 'true' }] }, { paramRef });
    const { json } = await kube.call('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
      metadata: { name: 'p' },
      value: 1,
    });
    expect(json['message']).toContain(`denied request: ${said}`);
  });
});
