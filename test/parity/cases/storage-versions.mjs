// The storage versions that a server publishes for its resources.
export const needsEtcd = true;
export const flags = [
  '--feature-gates=StorageVersionAPI=true',
  '--runtime-config=internal.apiserver.k8s.io/v1alpha1=true',
];

const path = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions';

const seen = ({ metadata, spec, status }) => ({
  name: metadata.name,
  spec,
  commonEncodingVersion: status.commonEncodingVersion,
  storageVersions: status.storageVersions.map(({ apiServerID, ...rest }) => ({
    apiServerID: apiServerID.replace(/^apiserver-.*/, 'apiserver-<id>'),
    ...rest,
  })),
  conditions: status.conditions?.map(({ lastTransitionTime: _, ...rest }) => rest),
});

export const cases = [
  {
    name: 'there is one for each resource that is stored',
    async run(t) {
      const { json } = await t.get(path);
      t.see('names', { names: json.items.map(({ metadata }) => metadata.name) });
      for (const item of json.items) t.see(item.metadata.name, seen(item), { message: true });
    },
  },
  {
    name: 'the server is ready once they are published',
    async run(t) {
      const { text } = await t.http('GET', '/readyz?verbose');
      t.see('hooks', { hooks: text.split('\n').filter((line) => line.includes('storage-version')) });
      const lease = await t.get('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases');
      const { json } = await t.get(`${path}/core.pods`);
      const ids = json.status.storageVersions.map(({ apiServerID }) => apiServerID);
      t.see('the lease has the identity', {
        isThere: lease.json.items.some(({ metadata }) => ids.includes(metadata.name)),
      });
    },
  },
];
