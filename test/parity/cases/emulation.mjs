// A server that emulates v1.33: what it serves, stores and drops.
export const flags = ['--emulated-version=1.33'];
export const parallel = 4;

async function resources(t, path) {
  const { json } = await t.get(path);
  return (json.resources ?? []).map(({ name, storageVersionHash = '' }) => `${name} ${storageVersionHash}`).sort();
}

export const cases = [
  {
    name: 'the version',
    async run(t) {
      const { json } = await t.get('/version');
      const { major, minor, emulationMajor, emulationMinor, minCompatibilityMajor, minCompatibilityMinor } = json;
      t.see('version', { major, minor, emulationMajor, emulationMinor, minCompatibilityMajor, minCompatibilityMinor });
    },
  },
  {
    name: 'what is served, and its storage versions',
    async run(t) {
      const groups = (await t.get('/apis')).json.groups.filter(({ name }) => !name.includes('example.com'));
      t.see(
        'groups',
        groups.map(({ name, versions }) => [name, versions.map(({ version }) => version)]),
      );
      for (const path of [
        '/api/v1',
        ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`)).sort(),
      ]) {
        t.see(path, await resources(t, path));
      }
    },
  },
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
