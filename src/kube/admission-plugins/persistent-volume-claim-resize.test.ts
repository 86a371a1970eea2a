import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { PersistentVolumeClaimResize } from './persistent-volume-claim-resize.js';
import { known, refusal } from './plugin.test.support.js';

const plugin = new PersistentVolumeClaimResize(
  known(
    { metadata: { name: 'elastic' }, allowVolumeExpansion: true },
    { metadata: { name: 'rigid' }, allowVolumeExpansion: false },
    { metadata: { name: 'silent' } },
  ),
);

function claim(storage: string, storageClassName = 'elastic', phase = 'Bound'): JsonObject {
  return {
    metadata: { name: 'c' },
    spec: { storageClassName, resources: { requests: { storage } } },
    status: { phase },
  };
}

const refused = 'persistentvolumeclaims "c" is forbidden:';
const fixed = `403 ${refused} only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize`;

test.each<[string, JsonObject, JsonObject, string | undefined]>([
  ['grows', claim('1Gi'), claim('2Gi'), undefined],
  ['stays as large', claim('1Gi', 'rigid'), claim('1024Mi', 'rigid'), undefined],
  ['shrinks, which others refuse', claim('2Gi', 'rigid'), claim('1Gi', 'rigid'), undefined],
  [
    'grows before it has a volume',
    claim('1Gi', 'elastic', 'Pending'),
    claim('2Gi'),
    `403 ${refused} Only bound persistent volume claims can be expanded`,
  ],
  ['grows in a class that does not', claim('1Gi', 'rigid'), claim('2Gi', 'rigid'), fixed],
  ['grows in a class that does not say', claim('1Gi', 'silent'), claim('2Gi', 'silent'), fixed],
  ['grows in a class that is not there', claim('1Gi', 'gone'), claim('2Gi', 'gone'), fixed],
  ['grows without a class', claim('1Gi', ''), claim('2Gi', ''), fixed],
  ['changes its class', claim('1Gi', 'rigid'), claim('2Gi', 'elastic'), fixed],
])('a claim that %s', async (_what, old, object, expected) => {
  const attributes = { resource: 'persistentvolumeclaims', operation: 'UPDATE', object, old } as const;
  expect(await refusal(plugin, 'validate', attributes)).toBe(expected);
  expect(await refusal(plugin, 'validate', { ...attributes, subresource: 'status' })).toBeUndefined();
});
