import { configMap, configMaps, create, exact, gone, masked, once, settled } from './helpers.mjs';

export const cases = [
  {
    name: 'a new namespace gets a service account and the root certificates',
    async run(t) {
      const namespace = await settled(t);
      const account = (await t.get(`/api/v1/namespaces/${namespace}/serviceaccounts/default`)).json;
      const map = (await t.get(`${configMaps(namespace)}/kube-root-ca.crt`)).json;
      t.see('account', masked(account, namespace), exact);
      t.see('certificates', masked({ ...map, data: Object.keys(map.data) }, namespace), exact);
      await t.del(`/api/v1/namespaces/${namespace}/serviceaccounts/default`);
      await t.patch(
        `${configMaps(namespace)}/kube-root-ca.crt`,
        { data: { 'ca.crt': 'x', more: 'y' } },
        'application/merge-patch+json',
      );
      await once(
        t,
        `/api/v1/namespaces/${namespace}/serviceaccounts/default`,
        ({ metadata }) => metadata.uid !== account.metadata.uid,
      );
      const restored = await once(t, `${configMaps(namespace)}/kube-root-ca.crt`, ({ data }) => data['ca.crt'] !== 'x');
      t.see('restored', masked({ ...restored, data: Object.keys(restored.data) }, namespace), exact);
    },
  },
  {
    name: 'a namespace waits for finalizers, says so, and goes',
    async run(t) {
      const namespace = await settled(t);
      const kept = { ...configMap('kept'), metadata: { name: 'kept', finalizers: ['example.com/keep'] } };
      await create(t, configMaps(namespace), kept);
      await create(t, configMaps(namespace), configMap('plain'));
      await t.del(`/api/v1/namespaces/${namespace}`);
      const waiting = await once(t, `/api/v1/namespaces/${namespace}`, ({ status }) =>
        status.conditions?.some(({ type, status: is }) => type === 'NamespaceFinalizersRemaining' && is === 'True'),
      );
      t.see('waiting', masked(waiting, namespace), exact);
      t.see(
        'left',
        (await t.get(configMaps(namespace))).json.items.map(({ metadata }) => metadata.name),
      );
      await t.patch(
        `${configMaps(namespace)}/kept`,
        { metadata: { finalizers: null } },
        'application/merge-patch+json',
      );
      await gone(t, `/api/v1/namespaces/${namespace}`);
    },
  },
  {
    name: 'dependents go in the background, in the foreground, or stay as orphans',
    async run(t) {
      const namespace = await settled(t);
      const path = configMaps(namespace);
      const names = async () => (await t.get(path)).json.items.map(({ metadata }) => metadata.name);
      for (const propagationPolicy of ['Background', 'Foreground', 'Orphan']) {
        const owner = await create(t, path, configMap('owner'));
        const child = await create(t, path, configMap('child', [owner], { blockOwnerDeletion: true }));
        await create(t, path, configMap('grandchild', [child]));
        await t.del(`${path}/owner`, { body: { propagationPolicy } });
        await gone(t, `${path}/owner`);
        if (propagationPolicy !== 'Orphan') await gone(t, `${path}/grandchild`);
        t.see(propagationPolicy, await names());
      }
      const orphan = await once(t, `${path}/child`, ({ metadata }) => !metadata.ownerReferences);
      t.see('orphan', masked(orphan, namespace), exact);
    },
  },
  {
    name: 'an object with two owners loses the one that is gone',
    async run(t) {
      const namespace = await settled(t);
      const path = configMaps(namespace);
      const [one, two] = [await create(t, path, configMap('one')), await create(t, path, configMap('two'))];
      await create(t, path, configMap('child', [one, two]));
      await t.del(`${path}/one`);
      const left = await once(t, `${path}/child`, ({ metadata }) => metadata.ownerReferences?.length === 1);
      t.see('left', masked(left, namespace), exact);
    },
  },
  {
    name: 'owners that are absent, or in another namespace, do not keep an object',
    async run(t) {
      const namespace = await settled(t);
      const path = configMaps(namespace);
      const absent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'absent', uid: `absent-${t.id}` } };
      await create(t, path, configMap('child', [absent]));
      await gone(t, `${path}/child`);
      const elsewhere = await settled(t);
      const owner = await create(t, configMaps(elsewhere), configMap('owner'));
      await create(t, configMaps(elsewhere), configMap('own', [owner]));
      await create(t, path, configMap('stray', [owner]));
      await gone(t, `${path}/stray`);
      await t.eventually(
        async () => (await t.get(`/api/v1/namespaces/${namespace}/events`)).json.items.length > 0,
        20_000,
      );
      const { items } = (await t.get(`/api/v1/namespaces/${namespace}/events`)).json;
      const events = items.map(({ type, reason, message, source, involvedObject }) => ({
        type,
        reason,
        message,
        source,
        kind: involvedObject.kind,
      }));
      t.see('events', masked(events[0], namespace), exact);
      t.see('own', (await t.get(`${configMaps(elsewhere)}/own`)).status);
    },
  },
  {
    name: 'custom resources own, and are owned',
    timeout: 120_000,
    async run(t) {
      const namespace = await settled(t);
      const crd = await t.crd();
      const widgets = crd.path(namespace);
      const owner = await create(t, widgets, {
        apiVersion: crd.apiVersion,
        kind: crd.kind,
        metadata: { name: 'owner' },
      });
      await create(t, configMaps(namespace), configMap('child', [owner]));
      const parent = await create(t, configMaps(namespace), configMap('parent'));
      const { metadata } = configMap('owned', [parent]);
      await create(t, widgets, { apiVersion: crd.apiVersion, kind: crd.kind, metadata });
      await t.del(`${widgets}/owner`, { body: { propagationPolicy: 'Foreground' } });
      await gone(t, `${configMaps(namespace)}/child`, 100_000);
      await gone(t, `${widgets}/owner`);
      await t.del(`${configMaps(namespace)}/parent`);
      await gone(t, `${widgets}/owned`, 100_000);
    },
  },
];
