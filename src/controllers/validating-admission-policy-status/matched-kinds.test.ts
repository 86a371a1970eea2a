import { describe, expect, test } from 'vitest';
import type { ValidatingAdmissionPolicy } from '../../api/admissionregistration/v1.js';
import type { DiscoveredResource } from '../discover-resources.js';
import { schemaIn } from './kind-schemas.js';
import { matchedKinds } from './matched-kinds.js';

function served(group: string, version: string, kind: string): DiscoveredResource {
  const singular = kind.toLowerCase();
  const none = new Set<string>();
  const resource = `${singular}s`;
  return { group, version, kind, singular, resource, isNamespaced: true, verbs: none, subresources: none };
}

const all = [
  served('', 'v1', 'Pod'),
  served('apps', 'v1', 'Deployment'),
  served('batch', 'v1', 'Job'),
  served('batch', 'v1beta1', 'Job'),
  ...Array.from({ length: 12 }, (_, index) => served('many.example.com', 'v1', `Kind${index}`)),
];

type Rule = readonly [groups: string[], versions: string[], resources: string[]];

function kindsOf(...rules: Rule[]): string[] {
  const resourceRules = rules.map(([apiGroups, apiVersions, resources]) => ({ apiGroups, apiVersions, resources }));
  const policy = { spec: { matchConstraints: { resourceRules } } } as unknown as ValidatingAdmissionPolicy;
  return matchedKinds(policy, all).map(({ group, version, kind }) => `${group}/${version}/${kind}`);
}

describe('the kinds that a policy is checked for', () => {
  test.each<[string, Rule[], string[]]>([
    ['are those of its rules', [[['apps'], ['v1'], ['deployments']]], ['apps/v1/Deployment']],
    [
      'are sorted, and named once',
      [
        [['batch'], ['v1beta1', 'v1'], ['jobs']],
        [['batch'], ['v1'], ['jobs', 'job']],
      ],
      ['batch/v1/Job', 'batch/v1beta1/Job'],
    ],
    ['are in any group if the group is empty', [[[''], ['v1'], ['jobs', 'pods']]], ['/v1/Pod', 'batch/v1/Job']],
    ['are none for a group that is a wildcard', [[['*'], ['v1'], ['pods']]], []],
    ['are none for a version that is a wildcard', [[['apps'], ['v1', '*'], ['deployments']]], []],
    ['are not those of subresources', [[['apps'], ['v1'], ['deployments/scale', '*', 'deployments/*']]], []],
    ['are none that is not served', [[['absent.example.com'], ['v1'], ['pods']]], []],
  ])('%s', (_name, rules, expected) => expect(kindsOf(...rules)).toEqual(expected));

  test('are at most ten', () => {
    const resources = Array.from({ length: 12 }, (_, index) => `kind${index}s`);
    expect(kindsOf([['many.example.com'], ['v1'], resources], [['apps'], ['v1'], ['deployments']])).toHaveLength(10);
  });
});

describe('the schema of a kind', () => {
  const kind = { group: 'example.com', version: 'v1', kind: 'Tree' };
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const components = {
    tree: {
      type: 'object',
      'x-kubernetes-group-version-kind': [kind],
      properties: {
        root: { description: 'wrapped', allOf: [reference('branch')] },
        port: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
        labels: { type: 'object', additionalProperties: reference('text') },
        parent: reference('tree'),
      },
    },
    branch: { type: 'object', properties: { branches: { type: 'array', items: reference('branch') } } },
    text: { type: 'string' },
  };

  test('has no references, and ends where it leads back to itself', () => {
    expect(schemaIn(components, kind)?.properties).toMatchObject({
      root: { type: 'object', properties: { branches: { type: 'array', items: { type: 'object' } } } },
      port: { 'x-kubernetes-int-or-string': true },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      parent: { type: 'object' },
    });
  });

  test('is undefined if the document has none', () => {
    expect(schemaIn(components, { ...kind, kind: 'Bush' })).toBeUndefined();
  });
});
