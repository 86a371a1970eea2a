import { expect, test } from 'vitest';
import { admitted } from './plugin.test.support.js';
import { ProtectionFinalizers } from './protection-finalizers.js';
import { protections } from './storage-object-in-use-protection.js';

const plugin = new ProtectionFinalizers(protections);

test.each<[string, string[] | undefined, string[] | undefined]>([
  ['persistentvolumeclaims', undefined, ['kubernetes.io/pvc-protection']],
  ['persistentvolumes', ['example.com/x'], ['example.com/x', 'kubernetes.io/pv-protection']],
  ['persistentvolumes', ['kubernetes.io/pv-protection'], ['kubernetes.io/pv-protection']],
  ['volumeattributesclasses.storage.k8s.io', undefined, ['kubernetes.io/vac-protection']],
  ['storageclasses.storage.k8s.io', undefined, undefined],
  ['persistentvolumes.example.com', undefined, undefined],
])('a new one of %s with finalizers %s has %s', async (resource, finalizers, expected) => {
  const object = await admitted(plugin, {
    resource,
    object: { metadata: { name: 'x', ...(finalizers && { finalizers }) } },
  });
  expect(object).toEqual({ metadata: { name: 'x', ...(expected && { finalizers: expected }) } });
});
