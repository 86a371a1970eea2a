import { expect, it } from 'vitest';
import { fieldOwners, pathKey } from './field-owners.ts';

it('finds the owners of fields, of list items by their keys, and of values of sets', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web',
      finalizers: ['a', 'b'],
      managedFields: [
        {
          manager: 'kubectl',
          operation: 'Apply',
          fieldsV1: {
            'f:metadata': { 'f:finalizers': { '.': {}, 'v:"b"': {} } },
            'f:spec': { 'f:containers': { 'k:{"name":"two"}': { '.': {}, 'f:image': {} } } },
          },
        },
        { manager: 'kubelet', operation: 'Update', subresource: 'status', fieldsV1: { 'f:spec': { 'f:gone': {} } } },
      ],
    },
    spec: { containers: [{ name: 'one' }, { name: 'two', image: 'x' }] },
  };
  const owners = fieldOwners(object);
  const managers = (path: (string | number)[]) => owners.get(pathKey(path))?.map(({ manager }) => manager);
  expect(managers(['spec', 'containers', 1, 'image'])).toEqual(['kubectl']);
  expect(managers(['spec', 'containers', 1])).toEqual(['kubectl']);
  expect(managers(['metadata', 'finalizers', 1])).toEqual(['kubectl']);
  expect(managers(['metadata', 'finalizers', 0])).toBeUndefined();
  expect(managers(['spec', 'gone'])).toBeUndefined();
});
