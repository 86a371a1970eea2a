// A server that emulates v1.33: what it serves, stores and drops.
import { emulatedReleaseCases } from '../support/emulated-release.mjs';

export const flags = ['--emulated-version=1.33'];
export const parallel = 4;

export const cases = [
  ...emulatedReleaseCases,
  {
    name: 'the attributes class of volumes and claims is dropped',
    async run(t) {
      const ns = await t.ns();
      const spec = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        volumeAttributesClassName: 'gold',
      };
      const claims = `/api/v1/namespaces/${ns}/persistentvolumeclaims`;
      const claim = await t.post(claims, { metadata: { name: 'c' }, spec });
      t.see('claim', { status: claim.status, spec: claim.json.spec });
      const status = {
        phase: 'Pending',
        currentVolumeAttributesClassName: 'gold',
        modifyVolumeStatus: { status: 'Pending', targetVolumeAttributesClassName: 'gold' },
      };
      const changed = await t.patch(`${claims}/c/status`, { status }, 'application/merge-patch+json');
      t.see('status of a claim', { status: changed.status, body: changed.json.status });
      const volume = await t.post('/api/v1/persistentvolumes', {
        metadata: { name: `${t.id}-v` },
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          csi: { driver: 'd', volumeHandle: 'h' },
          volumeAttributesClassName: 'gold',
        },
      });
      t.cleanup(() => t.del(`/api/v1/persistentvolumes/${t.id}-v`));
      t.see('volume', { status: volume.status, spec: volume.json.spec });
    },
  },
];
