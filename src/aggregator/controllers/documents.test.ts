import { describe, expect, it } from 'vitest';
import { compositeKey, type JsonObject } from '../../apimachinery/meta/index.js';
import { readAggregated, readResourceList } from './discovery-documents.js';
import { filterPaths } from './filter-paths.js';

describe('what a server says that it serves', () => {
  it.each([null, 5, {}, { items: 'x' }, { items: [null, { versions: [{ resources: [7] }] }] }])(
    'is nothing where it says %j',
    (document) => {
      expect([...readAggregated(document as JsonObject).values()].flat()).toEqual([]);
      expect(readResourceList(document as JsonObject)).toEqual([]);
    },
  );

  it('may be of other groups than its document', () => {
    const scale = {
      subresource: 'scale',
      responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      verbs: ['get'],
    };
    const resource = {
      resource: 'things',
      scope: 'Cluster',
      verbs: ['get'],
      categories: ['all'],
      subresources: [scale],
    };
    const document = { items: [{ metadata: { name: 'g' }, versions: [{ version: 'v1', resources: [resource] }] }] };
    expect(readAggregated(document).get(compositeKey('g', 'v1'))).toEqual([
      {
        name: 'things',
        singularName: '',
        kind: '',
        scope: 'Cluster',
        verbs: ['get'],
        categories: ['all'],
        subresources: [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['get'] }],
      },
    ]);
  });
});

describe('a resource without a scope', () => {
  it('is handed on without one', () => {
    const resources = [{ resource: 'things', verbs: [] }];
    const document = { items: [{ metadata: { name: 'g' }, versions: [{ version: 'v1', resources }] }] };
    const [resource] = readAggregated(document).get(compositeKey('g', 'v1')) ?? [];
    expect(resource?.scope).toBeUndefined();
  });
});

describe('the part of an OpenAPI v2 document', () => {
  it('has the paths of its group version, and what they need, however that refers to each other', () => {
    const reference = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });
    const part = filterPaths(
      {
        paths: {
          '/apis/g/v1/things': { get: { schema: reference('Thing'), parameters: [{ $ref: '#/parameters/limit-1' }] } },
          '/apis/g/v2/things': reference('Other'),
        },
        definitions: {
          Thing: { properties: { spec: reference('Spec') } },
          Spec: { properties: { parent: reference('Thing'), missing: reference('Missing') } },
          Other: {},
        },
        parameters: { 'limit-1': { name: 'limit' }, 'other-1': { name: 'other' } },
      },
      '/apis/g/v1/',
    );
    expect(Object.keys(part.paths)).toEqual(['/apis/g/v1/things']);
    expect(Object.keys(part.definitions)).toEqual(['Spec', 'Thing']);
    expect(part.parameters).toEqual({ 'limit-1': { name: 'limit' } });
  });

  it('is empty where a document makes no sense', () => {
    expect(filterPaths({ paths: [], definitions: 'x' }, '/')).toEqual({ paths: {}, definitions: {}, parameters: {} });
  });
});
