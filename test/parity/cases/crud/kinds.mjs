import { at, cm, DEPLOY, space } from '../../support/objects.mjs';
import { bare, deployment, full } from './helpers.mjs';

const secret = (name, top = {}) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, ...top });

export const cases = [
  // ---- configmaps and secrets
  {
    name: 'an immutable configmap keeps its data but not its metadata',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { top: { immutable: true, binaryData: { b: 'AAE=' } } }));
      const p = (b) => t.patch(at(ns, 'configmaps', 'a'), b, 'application/merge-patch+json');
      t.seeStatus('data', await p({ data: { a: '2' } }));
      t.seeStatus('binaryData', await p({ binaryData: { b: 'AAI=' } }));
      t.seeStatus('unset', await p({ immutable: false }));
      t.seeStatus('drop', await p({ immutable: null }));
      t.see('labels', (await p({ metadata: { labels: { x: 'y' } } })).status);
    },
  },
  {
    name: 'secret stringData is written into data and never read',
    async run(t) {
      const ns = await space(t, 'secrets');
      full(
        t,
        'created',
        await t.post(
          at(ns, 'secrets'),
          secret('a', { data: { a: 'b2xk', b: 'a2VlcA==' }, stringData: { a: 'new', c: 'ü' } }),
        ),
      );
      full(t, 'read', await t.get(at(ns, 'secrets', 'a')));
    },
  },
  {
    name: 'typed secrets need their keys',
    async run(t) {
      const ns = await space(t, 'secrets');
      for (const [type, top] of Object.entries({
        'kubernetes.io/tls': {},
        'kubernetes.io/dockerconfigjson': {},
        'kubernetes.io/dockercfg': { data: { '.dockercfg': 'e30=' } },
        'kubernetes.io/basic-auth': {},
        'kubernetes.io/ssh-auth': {},
        'kubernetes.io/service-account-token': {},
      }))
        t.seeStatus(type, await t.post(at(ns, 'secrets'), secret('a', { type, ...top })));
      t.seeStatus(
        'dockerconfigjson not JSON',
        await t.post(
          at(ns, 'secrets'),
          secret('a', { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'nope' } }),
        ),
      );
    },
  },
  {
    name: 'service account is created bare',
    async run(t) {
      const ns = await space(t, 'serviceaccounts');
      full(
        t,
        'created',
        await t.post(at(ns, 'serviceaccounts'), {
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: 'a' },
          automountServiceAccountToken: false,
          imagePullSecrets: [{ name: 'x' }],
        }),
      );
    },
  },
  // ---- status subresource
  {
    name: 'status of a deployment: the subresource changes status only',
    async run(t) {
      const ns = await space(t, DEPLOY);
      const c = await t.post(at(ns, DEPLOY), deployment('a'));
      const r = await t.put(`${at(ns, DEPLOY, 'a')}/status`, {
        ...c.json,
        spec: { ...c.json.spec, replicas: 42 },
        status: { replicas: 3, readyReplicas: 1, observedGeneration: 1 },
      });
      t.see('answer', [r.status, r.json?.kind, r.json?.spec?.replicas, r.json?.status, r.json?.metadata?.generation]);
      t.see('get /status', [(await t.get(`${at(ns, DEPLOY, 'a')}/status`)).json?.kind]);
      t.seeStatus('missing', await t.get(`${at(ns, DEPLOY, 'b')}/status`));
    },
  },
  // ---- namespaces
  {
    name: 'a namespace gets its phase, finalizer and name label',
    async run(t) {
      const name = `${t.id}-a`;
      await bare(t, name);
      full(
        t,
        'created',
        await t.post('/api/v1/namespaces', {
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name, labels: { a: 'b', 'kubernetes.io/metadata.name': 'lie' } },
        }),
      );
    },
  },
  {
    name: 'namespace finalize: removing the finalizer removes a terminating namespace',
    async run(t) {
      const name = `${t.id}-a`;
      await bare(t, name);
      await t.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      const d = await t.del(`/api/v1/namespaces/${name}`);
      full(t, 'deleted', d);
      const n = await t.get(`/api/v1/namespaces/${name}`);
      const f = await t.put(`/api/v1/namespaces/${name}/finalize`, { ...n.json, spec: { finalizers: [] } });
      t.see('finalize', [f.status, f.json?.kind]);
      t.seeStatus('gone', await t.get(`/api/v1/namespaces/${name}`));
    },
  },
  {
    name: 'namespace finalizers cannot be changed by replace',
    async run(t) {
      const ns = await space(t);
      const n = await t.get(`/api/v1/namespaces/${ns}`);
      const r = await t.put(`/api/v1/namespaces/${ns}`, { ...n.json, spec: { finalizers: ['example.com/x'] } });
      t.see('spec', [r.status, r.json?.spec]);
    },
  },
  {
    name: 'namespace finalize with a bad finalizer is 422',
    async run(t) {
      const ns = await space(t);
      const n = await t.get(`/api/v1/namespaces/${ns}`);
      t.seeStatus(
        'bad',
        await t.put(`/api/v1/namespaces/${ns}/finalize`, { ...n.json, spec: { finalizers: ['foo'] } }),
      );
    },
  },
  // ---- scale
  {
    name: 'scale of a deployment by replace',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), deployment('a'));
      const s = await t.get(`${at(ns, DEPLOY, 'a')}/scale`);
      const r = await t.put(`${at(ns, DEPLOY, 'a')}/scale`, { ...s.json, spec: { replicas: 5 } });
      full(t, 'put', r);
      t.see('deployment', (await t.get(at(ns, DEPLOY, 'a'))).json?.spec?.replicas);
      t.seeStatus('stale', await t.put(`${at(ns, DEPLOY, 'a')}/scale`, { ...s.json, spec: { replicas: 6 } }));
      t.see(
        'without rv',
        (
          await t.put(`${at(ns, DEPLOY, 'a')}/scale`, {
            apiVersion: 'autoscaling/v1',
            kind: 'Scale',
            metadata: { name: 'a', namespace: ns },
            spec: { replicas: 7 },
          })
        ).json?.spec,
      );
    },
  },
  {
    name: 'scale errors',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), deployment('a'));
      t.seeStatus('missing', await t.get(`${at(ns, DEPLOY, 'b')}/scale`));
      t.seeStatus(
        'negative',
        await t.patch(`${at(ns, DEPLOY, 'a')}/scale`, { spec: { replicas: -1 } }, 'application/merge-patch+json'),
      );
      t.seeStatus(
        'wrong kind',
        await t.put(`${at(ns, DEPLOY, 'a')}/scale`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
      );
      t.seeStatus(
        'wrong name',
        await t.put(`${at(ns, DEPLOY, 'a')}/scale`, {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'b', namespace: ns },
          spec: { replicas: 1 },
        }),
      );
    },
  },
];
