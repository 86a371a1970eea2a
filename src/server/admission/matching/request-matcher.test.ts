import { describe, expect, test } from 'vitest';
import { compileObjectType } from '../../../apimachinery/apply/index.js';
import { type GroupVersionKind, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../../apimachinery/scheme/index.js';
import type { AdmissionAttributes, EquivalentResource } from '../../handlers/index.js';
import { ApiRequest } from '../../http/index.js';
import { RequestContext } from '../../request-context.js';
import { AdmissionRequest } from '../index.js';
import { isAdmissionConfiguration, type MatchCriteria, RequestMatcher, type Rule, VersionedObjects } from './index.js';

const namespaces = new Map([
  ['a', { metadata: { name: 'a', labels: { team: 'blue' } } }],
  ['b', { metadata: { name: 'b' } }],
]);

interface Given {
  /** `group/version/resource/subresource` */
  readonly what?: string;
  readonly operation?: AdmissionAttributes['operation'];
  readonly namespace?: string;
  readonly name?: string;
  readonly labels?: Record<string, string>;
  readonly oldLabels?: Record<string, string>;
  /** The other served versions of the resource, most preferred first. */
  readonly versions?: string[];
}

function labelled(labels: Record<string, string> | undefined): JsonObject | undefined {
  return labels && { metadata: { labels } };
}

function requestOf(given: Given): AdmissionRequest {
  const { what = '/v1/pods/', operation = 'CREATE', namespace = 'a', name = 'x', versions } = given;
  const [group = '', version = '', resource = '', subresource = ''] = what.split('/');
  const formIn = (each: string): EquivalentResource => ({
    resource: { group, version: each, resource },
    kind: { group, version: each, kind: 'Thing' },
  });
  const context = new RequestContext(new ApiRequest({ method: 'POST', target: '/', headers: {} }, undefined as never));
  return new AdmissionRequest(context, {
    ...formIn(version),
    operation,
    subresource,
    namespace,
    name,
    object: operation === 'DELETE' ? undefined : labelled(given.labels ?? {}),
    old: labelled(given.oldLabels),
    options: {},
    dryRun: false,
    versions: {
      all: (versions ?? [version]).map(formIn),
      convert: async (object, kind) => ({ ...object, apiVersion: kind.version }),
      shape: () => [],
      typeOf: () => compileObjectType(undefined),
      mutationErrors: () => [],
    },
  });
}

function ruleOf(rule: Partial<Rule> = {}): Rule {
  return { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], ...rule };
}

function match(criteria: MatchCriteria, given: Given): MaybePromise<EquivalentResource | undefined> {
  const matcher = new RequestMatcher(criteria, (name) => namespaces.get(name));
  return matcher.match(requestOf(given));
}

describe('a rule', () => {
  const cases: [name: string, rule: Partial<Rule>, given: Given, matches: boolean][] = [
    ['of anything is about resources', {}, {}, true],
    ['of anything is not about subresources', {}, { what: '/v1/pods/status' }, false],
    ['of all resources with theirs is about subresources', { resources: ['*/*'] }, { what: '/v1/pods/status' }, true],
    ['of all resources with theirs is about resources', { resources: ['*/*'] }, {}, true],
    ['names a resource', { resources: ['secrets', 'pods'] }, {}, true],
    ['names another resource', { resources: ['secrets'] }, {}, false],
    ['names a subresource', { resources: ['pods/status'] }, { what: '/v1/pods/status' }, true],
    ['names a subresource and not its resource', { resources: ['pods/status'] }, {}, false],
    ['names all subresources of a resource', { resources: ['pods/*'] }, { what: '/v1/pods/exec' }, true],
    ['names a subresource of all resources', { resources: ['*/scale'] }, { what: 'apps/v1/deployments/scale' }, true],
    ['names another subresource of all', { resources: ['*/scale'] }, { what: 'apps/v1/deployments/status' }, false],
    ['names a group', { apiGroups: ['apps'] }, { what: 'apps/v1/deployments' }, true],
    ['names another group', { apiGroups: ['apps'] }, {}, false],
    ['names another version', { apiVersions: ['v2'] }, {}, false],
    ['names an operation', { operations: ['UPDATE', 'CREATE'] }, {}, true],
    ['names other operations', { operations: ['UPDATE', 'DELETE'] }, {}, false],
    ['is about namespaces only', { scope: 'Namespaced' }, {}, true],
    ['is about the cluster only', { scope: 'Cluster' }, {}, false],
    ['is about the cluster, as nodes are', { scope: 'Cluster' }, { what: '/v1/nodes', namespace: '' }, true],
    ['is about the cluster, as a namespace is', { scope: 'Cluster' }, { what: '/v1/namespaces', name: 'a' }, true],
    ['is not about what is in namespaces', { scope: 'Namespaced' }, { what: '/v1/namespaces', name: 'a' }, false],
    ['names objects', { resourceNames: ['y', 'x'] }, {}, true],
    ['names other objects', { resourceNames: ['y'] }, {}, false],
  ];
  test.each(cases)('%s', async (_name, rule, given, matches) => {
    expect((await match({ resourceRules: [ruleOf(rule)] }, given)) !== undefined).toBe(matches);
  });

  test('that excludes wins', () => {
    const excludeResourceRules = [ruleOf({ resourceNames: ['exempt'] })];
    expect(match({ excludeResourceRules }, { name: 'exempt' })).toBeUndefined();
    expect(match({ excludeResourceRules }, { name: 'x' })).toBeDefined();
  });
});

describe('selectors', () => {
  const blue = { matchLabels: { team: 'blue' } };
  const cases: [name: string, criteria: MatchCriteria, given: Given, matches: boolean][] = [
    ['choose objects by what they will be', { objectSelector: blue }, { labels: { team: 'blue' } }, true],
    [
      'choose objects by what they were',
      { objectSelector: blue },
      { operation: 'DELETE', oldLabels: { team: 'blue' } },
      true,
    ],
    ['leave out objects', { objectSelector: blue }, { labels: { team: 'red' }, oldLabels: {} }, false],
    ['choose namespaces', { namespaceSelector: blue }, { namespace: 'a' }, true],
    ['leave out namespaces', { namespaceSelector: blue }, { namespace: 'b' }, false],
    [
      'of namespaces choose all of the cluster',
      { namespaceSelector: blue },
      { namespace: '', what: '/v1/nodes' },
      true,
    ],
    [
      'choose a namespace by what it will be',
      { namespaceSelector: blue },
      { what: '/v1/namespaces', namespace: 'a', labels: {} },
      false,
    ],
    [
      'choose a namespace whose status changes by what it is',
      { namespaceSelector: blue },
      { what: '/v1/namespaces/status', operation: 'UPDATE', labels: {} },
      true,
    ],
    [
      'choose a namespace that goes by what it is',
      { namespaceSelector: blue },
      { what: '/v1/namespaces', operation: 'DELETE', oldLabels: {} },
      true,
    ],
  ];
  test.each(cases)('%s', async (_name, criteria, given, matches) => {
    expect((await match(criteria, given)) !== undefined).toBe(matches);
  });

  test('need the namespace, where rules match', () => {
    const missing = { namespace: 'gone' };
    expect(() => match({ namespaceSelector: blue }, missing)).toThrow('namespaces "gone" not found');
    const resourceRules = [ruleOf({ resources: ['secrets'] })];
    expect(match({ namespaceSelector: blue, resourceRules }, missing)).toBeUndefined();
  });
});

describe('other versions', () => {
  const given = { what: 'apps/v2/things', versions: ['v3', 'v2', 'v1'] };
  const of = (...versions: string[]) => ruleOf({ apiVersions: versions, resources: ['things'] });

  test.each<[name: string, criteria: MatchCriteria, version: string | undefined]>([
    ['count where they are equivalent', { matchPolicy: 'Equivalent', resourceRules: [of('v1')] }, 'v1'],
    ['do not count where exactness is wanted', { matchPolicy: 'Exact', resourceRules: [of('v1')] }, undefined],
    ['come after that of the request', { matchPolicy: 'Equivalent', resourceRules: [of('v1', 'v2')] }, 'v2'],
    ['count in the order of the rules', { matchPolicy: 'Equivalent', resourceRules: [of('v1'), of('v3')] }, 'v1'],
    ['count in the order of the server', { matchPolicy: 'Equivalent', resourceRules: [of('v1', 'v3')] }, 'v3'],
    ['that are not served do not count', { matchPolicy: 'Equivalent', resourceRules: [of('v9')] }, undefined],
    ['are excluded too', { matchPolicy: 'Equivalent', excludeResourceRules: [of('v1')] }, undefined],
  ])('%s', async (_name, criteria, version) => {
    expect((await match(criteria, given))?.kind.version).toBe(version);
  });

  test('of objects are made once, and again when the object has changed', async () => {
    const request = requestOf({ ...given, labels: { a: 'b' }, oldLabels: {} });
    const versions = new VersionedObjects(request);
    const kind: GroupVersionKind = { group: 'apps', version: 'v1', kind: 'Thing' };
    const { object, old } = await versions.in(kind);
    expect([object!['apiVersion'], old!['apiVersion']]).toEqual(['v1', 'v1']);
    expect((await versions.in({ ...kind })).object).toBe(object);
    request.object = labelled({ c: 'd' });
    versions.forgetObject();
    const again = await versions.in(kind);
    expect(metadataOf(again.object!).labels).toEqual({ c: 'd' });
    expect(again.old).toBe(old);
    expect(await versions.in(request.attributes.kind)).toEqual({ object: request.object, old: request.old });
  });
});

test('admission configuration is recognized by its kind', () => {
  const { attributes } = requestOf({});
  const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingWebhookConfiguration' };
  expect(isAdmissionConfiguration({ ...attributes, kind })).toBe(true);
  expect(isAdmissionConfiguration(attributes)).toBe(false);
});
