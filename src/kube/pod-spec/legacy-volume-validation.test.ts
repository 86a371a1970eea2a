import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { FieldPath, fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { type LegacySource, validateLegacySource } from './legacy-volume-validation.js';

test.each<[source: LegacySource, fields: JsonObject, problems: string[]]>([
  ['nfs', { server: 's', path: 'x' }, ['v.nfs.path: Invalid value: "x": must be an absolute path']],
  [
    'gcePersistentDisk',
    { partition: 256 },
    ['v.persistentDisk.pdName: Required value', expect.stringContaining('255')],
  ],
  ['quobyte', { registry: 'a:1,[::1]:2,b', volume: 'x' }, [expect.stringContaining('v.quobyte.registry: Invalid')]],
  ['flocker', {}, ['v.flocker: Required value: one of datasetName and datasetUUID is required']],
  ['flocker', { datasetName: 'a/b' }, [`v.flocker.datasetName: Invalid value: "a/b": must not contain '/'`]],
  [
    'flexVolume',
    { driver: 'd', options: { 'x.k8s.io/a': '', other: '' } },
    ['v.flexVolume.options[x.k8s.io/a]: Invalid value: "x.k8s.io/a": kubernetes.io and k8s.io namespaces are reserved'],
  ],
  [
    'azureDisk',
    { diskName: 'd', diskURI: 'u', kind: 'Managed', cachingMode: 'Odd' },
    [
      'v.azureDisk.cachingMode: Unsupported value: "Odd": supported values: "None", "ReadOnly", "ReadWrite"',
      expect.stringContaining('v.azureDisk.diskURI: Unsupported value: "u"'),
    ],
  ],
  ['storageos', { volumeName: 'A' }, [expect.stringContaining('v.storageos.volumeName: Invalid value: "A"')]],
  ['cinder', { volumeID: 'v', secretRef: {} }, ['v.cinder.secretRef.name: Required value']],
  [
    'iscsi',
    { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:disk', initiatorName: 'eui.0' },
    ['v.iscsi.initiatorname: Invalid value: "eui.0": must be valid format'],
  ],
  ['fc', { targetWWNs: ['a'] }, ['v.fc.lun: Required value: lun is required if targetWWNs is specified']],
])('a volume of %s with %j', (source, fields, problems) => {
  const errors = validateLegacySource(source, fields as never, { path: FieldPath.of('v') });
  expect(errors.map(fieldErrorMessage)).toEqual(problems);
});
