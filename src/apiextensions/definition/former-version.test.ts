import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { fromFormerVersion } from './former-version.js';

const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
const schema = { openAPIV3Schema: { type: 'object' } };
const column = { name: 'A', type: 'string' };

function specOf(spec: JsonObject): unknown {
  const former = { kind: 'CustomResourceDefinition', apiVersion: 'apiextensions.k8s.io/v1beta1' };
  const definition = fromFormerVersion({ ...former, metadata: { name: 'x' }, spec: { group: 'g', names, ...spec } });
  expect(definition).toMatchObject({ apiVersion: 'apiextensions.k8s.io/v1', status: { storedVersions: ['v1'] } });
  return definition['spec'];
}

test('what the versions of a stored definition share is given to each of them', () => {
  const versions = [
    { name: 'v1', served: true, storage: true },
    { name: 'v2', served: false, storage: false, deprecated: true },
  ];
  const spec = specOf({
    version: 'v1',
    scope: 'Cluster',
    validation: schema,
    subresources: { status: {} },
    additionalPrinterColumns: [{ ...column, JSONPath: '.a' }],
    selectableFields: [{ jsonPath: '.b' }],
    versions,
    conversion: { strategy: 'None' },
    preserveUnknownFields: false,
  });
  const shared = {
    schema,
    subresources: { status: {} },
    additionalPrinterColumns: [{ ...column, jsonPath: '.a' }],
    selectableFields: [{ jsonPath: '.b' }],
  };
  expect(spec).toEqual({
    group: 'g',
    names,
    scope: 'Cluster',
    versions: versions.map((version) => ({ ...version, ...shared })),
    conversion: { strategy: 'None' },
  });
});

test('what they do not share is theirs, and a webhook has a place of its own', () => {
  const clientConfig = { url: 'https://example.com' };
  const version = { name: 'v1', served: true, storage: true, schema };
  const spec = specOf({
    scope: 'Namespaced',
    versions: [{ ...version, additionalPrinterColumns: [{ ...column, JSONPath: '.a' }] }],
    conversion: { strategy: 'Webhook', webhookClientConfig: clientConfig, conversionReviewVersions: ['v1'] },
    preserveUnknownFields: false,
  });
  expect(spec).toMatchObject({
    versions: [{ ...version, additionalPrinterColumns: [{ ...column, jsonPath: '.a' }] }],
    conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
  });
});

test('what an old definition leaves open is what it was then', () => {
  expect(specOf({ version: 'v1', conversion: { strategy: 'Webhook' } })).toEqual({
    group: 'g',
    names,
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true }],
    conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1beta1'] } },
    preserveUnknownFields: true,
  });
});
