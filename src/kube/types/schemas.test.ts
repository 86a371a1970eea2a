import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../apimachinery/schema/index.js';
import { builtInModelName, builtInVersion, modelNames, resolveReference } from './index.js';

const prefix = '#/components/schemas/';
const find = (model: string) => resolveReference(`${prefix}${model}`);

describe('the schema of a built-in type', () => {
  test('is found by the name of its model, with the references that it has', () => {
    expect(builtInVersion('v1', 'ConfigMap').schema).toEqual({
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { allOf: [{ $ref: `${prefix}io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta` }], default: {} },
        immutable: { type: 'boolean' },
        data: { type: 'object', additionalProperties: { type: 'string', default: '' } },
        binaryData: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
      },
      'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'ConfigMap' }],
    });
    expect(find('io.k8s.api.core.v1.ConfigMap')).toBe(builtInVersion('v1', 'ConfigMap').schema);
  });

  test.each([
    [
      'lists that are maps',
      'core.v1.Container',
      'ports',
      {
        type: 'array',
        items: { allOf: [{ $ref: `${prefix}io.k8s.api.core.v1.ContainerPort` }], default: {} },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'containerPort',
      },
    ],
    ['defaults', 'core.v1.ContainerPort', 'protocol', { type: 'string', enum: ['SCTP', 'TCP', 'UDP'], default: 'TCP' }],
    [
      'fields of inlined structs',
      'core.v1.Volume',
      'emptyDir',
      { allOf: [{ $ref: `${prefix}io.k8s.api.core.v1.EmptyDirVolumeSource` }] },
    ],
    [
      'values that a constant names',
      'core.v1.AzureDiskVolumeSource',
      'cachingMode',
      {
        type: 'string',
        enum: ['None', 'ReadOnly', 'ReadWrite'],
        default: 'ReadWrite',
      },
    ],
    [
      'maps that are replaced as a whole',
      'core.v1.PodSpec',
      'nodeSelector',
      {
        type: 'object',
        additionalProperties: { type: 'string', default: '' },
        'x-kubernetes-map-type': 'atomic',
      },
    ],
    ['64-bit integers', 'core.v1.PodSpec', 'activeDeadlineSeconds', { type: 'integer', format: 'int64' }],
    [
      'structs of other versions',
      'admissionregistration.v1alpha1.MutatingAdmissionPolicySpec',
      'matchConditions',
      {
        type: 'array',
        items: { allOf: [{ $ref: `${prefix}io.k8s.api.admissionregistration.v1alpha1.MatchCondition` }], default: {} },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'name',
      },
    ],
  ])('tells %s', (_what, model, field, expected) => {
    expect(find(`io.k8s.api.${model}`)?.properties?.[field]).toEqual(expected);
  });

  test.each([
    ['io.k8s.api.core.v1.Container', ['name']],
    ['io.k8s.api.core.v1.ContainerRestartRule', ['action']],
    ['io.k8s.api.core.v1.ConfigMap', undefined],
    ['io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec', ['groupPriorityMinimum', 'versionPriority']],
  ])('%s requires %s', (model, required) => {
    expect(find(model)?.required).toEqual(required);
  });

  test('knows atomic types, and which field of a union is set', () => {
    expect(find('io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector')).toMatchObject({
      'x-kubernetes-map-type': 'atomic',
    });
    expect(find('io.k8s.api.core.v1.SeccompProfile')).toMatchObject({
      'x-kubernetes-unions': [
        { discriminator: 'type', 'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' } },
      ],
    });
  });

  test.each([
    '',
    'io.k8s.api.core.v1',
    'io.k8s.api.core.v1.Nothing',
    'io.k8s.api.core.v1.RestartPolicy',
    '__proto__.x',
  ])('there is none for %j', (model) => {
    expect(find(model)).toBeUndefined();
  });
});

test('all models can be made, and all references lead somewhere', () => {
  const names = modelNames();
  expect(names.length).toBeGreaterThan(750);
  const broken = names.flatMap((name) =>
    [...JSON.stringify(find(name)).matchAll(/"\$ref":"([^"]+)"/g)]
      .map(([, reference]) => reference as string)
      .filter((reference) => resolveReference(reference) === undefined),
  );
  expect(broken).toEqual([]);
});

test.each([
  ['', 'v1', 'Pod', 'io.k8s.api.core.v1.Pod'],
  ['rbac.authorization.k8s.io', 'v1', 'Role', 'io.k8s.api.rbac.v1.Role'],
  ['', 'v1', 'Status', 'io.k8s.apimachinery.pkg.apis.meta.v1.Status'],
  ['example.com', 'v1', 'Pod', undefined],
])('the model of %j %s %s is %s', (group, version, kind, model) => {
  expect(builtInModelName({ group, version, kind })).toBe(model);
});

test('a schema can be compiled', () => {
  const { schema, resolveReference: resolve } = builtInVersion('apps/v1', 'Deployment');
  const object = { spec: { template: { spec: { containers: [{ name: 'a', ports: [{ containerPort: 1 }] }] } } } };
  compileSchema(schema, { resolve }).applyDefaults(object);
  expect(object.spec.template.spec.containers[0]).toMatchObject({ ports: [{ containerPort: 1, protocol: 'TCP' }] });
});
