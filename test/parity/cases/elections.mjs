// Coordinated leader election, behind its feature gate.
export const flags = [
  '--feature-gates=CoordinatedLeaderElection=true',
  '--runtime-config=coordination.k8s.io/v1beta1=true',
];
export const parallel = 4;

const merge = 'application/merge-patch+json';
const now = () => new Date().toISOString().replace('Z', '000Z');

function candidate(name, leaseName, spec = {}) {
  const versions = { binaryVersion: '1.36.0', emulationVersion: '1.36.0' };
  const times = { renewTime: now() };
  return {
    metadata: { name },
    spec: { leaseName, strategy: 'OldestEmulationVersion', ...versions, ...times, ...spec },
  };
}

/** What elections decide on. */
function shown(lease) {
  const { strategy, holderIdentity, preferredHolder, leaseDurationSeconds } = lease.json?.spec ?? {};
  return { status: lease.status, strategy, holderIdentity, preferredHolder, leaseDurationSeconds };
}

async function places(t) {
  const ns = await t.ns();
  return {
    candidates: `/apis/coordination.k8s.io/v1beta1/namespaces/${ns}/leasecandidates`,
    leases: `/apis/coordination.k8s.io/v1/namespaces/${ns}/leases`,
  };
}

export const cases = [
  {
    name: 'a candidate becomes the holder, and a better one is preferred',
    async run(t) {
      const { candidates, leases } = await places(t);
      await t.post(candidates, candidate('one', 'l'));
      const held = () => t.get(`${leases}/l`);
      await t.eventually(async () => (await held()).json?.spec?.holderIdentity === 'one', 20_000);
      t.see('the only one', shown(await held()));
      await t.patch(`${leases}/l`, { spec: { leaseDurationSeconds: 60, renewTime: now() } }, merge);
      await t.patch(`${candidates}/one`, { spec: { renewTime: now() } }, merge);
      await t.post(candidates, candidate('two', 'l', { emulationVersion: '1.35.0' }));
      await t.eventually(async () => (await held()).json?.spec?.preferredHolder === 'two', 20_000);
      t.see('a better one', shown(await held()));
    },
  },
  {
    name: 'a candidate that does not renew is requested to, and then passed over',
    async run(t) {
      const { candidates, leases } = await places(t);
      await t.post(
        candidates,
        candidate('quiet', 'l', {
          emulationVersion: '1.35.0',
          renewTime: new Date(Date.now() - 60_000).toISOString().replace('Z', '000Z'),
        }),
      );
      const requested = async () => (await t.get(`${candidates}/quiet`)).json?.spec?.pingTime !== undefined;
      t.see('requested', await t.eventually(requested, 20_000));
      const renewing = setInterval(() => t.patch(`${candidates}/lively`, { spec: { renewTime: now() } }, merge), 500);
      t.cleanup(() => clearInterval(renewing));
      await t.post(candidates, candidate('lively', 'l'));
      await t.eventually(async () => (await t.get(`${leases}/l`)).json?.spec?.holderIdentity !== undefined, 30_000);
      t.see('passed over', shown(await t.get(`${leases}/l`)));
    },
  },
  {
    name: 'another strategy is left to others',
    async run(t) {
      const { candidates, leases } = await places(t);
      await t.post(candidates, candidate('one', 'l', { strategy: 'example.com/mine' }));
      await t.eventually(async () => (await t.get(`${leases}/l`)).status === 200, 20_000);
      t.see('no holder', shown(await t.get(`${leases}/l`)));
    },
  },
];
