// What a server that emulates an earlier release serves, and its feature gates.
async function resources(t, path) {
  const { json } = await t.get(path);
  return (json.resources ?? []).map(({ name, storageVersionHash = '' }) => `${name} ${storageVersionHash}`).sort();
}

/** Resources of aggregated discovery, with everything that it says about them. */
async function aggregated(t, path) {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { json } = await t.get(path, { accept });
  return json.items.filter(({ metadata }) => !metadata.name?.includes('example.com'));
}

export const emulatedReleaseCases = [
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
    name: 'aggregated discovery',
    async run(t) {
      for (const path of ['/api', '/apis']) t.see(path, await aggregated(t, path));
    },
  },
  {
    name: 'feature gates',
    async run(t) {
      const { text } = await t.get('/metrics');
      t.see(
        'gates',
        text
          .split('\n')
          .filter((line) => line.startsWith('kubernetes_feature_enabled'))
          .sort(),
      );
    },
  },
];
