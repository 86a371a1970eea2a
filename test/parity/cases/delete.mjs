// Deletion: finalizers, propagation, preconditions, grace, collections and namespaces.
import { MERGE } from '../support/case-helpers.mjs';
import { at, DEPLOY, podSpace, rvOf, space } from '../support/objects.mjs';

const JOB = 'apis/batch/v1/jobs',
  RS = 'apis/apps/v1/replicasets';
const cm = (name, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data: { v: '1' },
});
const del = (t, path, body, o) => t.http('DELETE', path, { body, ...o });
const opts = (o) => ({ apiVersion: 'v1', kind: 'DeleteOptions', ...o });
/** What the answer to a delete was: a Status or the object, and what is left of it. */
const shape = (r) => ({
  code: r.status,
  kind: r.json?.kind,
  ...(r.json?.kind === 'Status'
    ? {
        status: r.json.status,
        details: r.json.details && {
          name: r.json.details.name,
          kind: r.json.details.kind,
          group: r.json.details.group,
          hasUid: !!r.json.details.uid,
        },
      }
    : {
        deleting: !!r.json?.metadata?.deletionTimestamp,
        grace: r.json?.metadata?.deletionGracePeriodSeconds ?? null,
        finalizers: r.json?.metadata?.finalizers ?? null,
      }),
});
const pod = (name, spec = {}, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }], ...spec },
});
const tpl = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: tpl },
};
const job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'a' },
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
};
const names = (r) => r.json?.items?.map((i) => i.metadata.name);
const finish = (t, name) => async () => {
  const p = `/api/v1/namespaces/${name}`;
  await t.del(p);
  const n = await t.get(p);
  if (n.status === 200) await t.put(`${p}/finalize`, { ...n.json, spec: {} });
};
export const cases = [
  // ---- plain deletion
  {
    name: 'delete of other kinds answers a Status',
    async run(t) {
      const ns = await space(t, 'secrets', DEPLOY, RS, 'apis/coordination.k8s.io/v1/leases');
      await t.post(at(ns, 'secrets'), { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } });
      t.see('secret', shape(await t.del(at(ns, 'secrets', 'a'))));
      await t.post(at(ns, DEPLOY), deployment);
      t.see('deployment', shape(await t.del(at(ns, DEPLOY, 'a'))));
      await t.post(at(ns, 'apis/coordination.k8s.io/v1/leases'), {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'a' },
      });
      t.see('lease', shape(await t.del(at(ns, 'apis/coordination.k8s.io/v1/leases', 'a'))));
    },
  },
  {
    name: 'delete twice is 404',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      await t.del(at(ns, 'configmaps', 'a'));
      t.seeStatus('again', await t.del(at(ns, 'configmaps', 'a')));
    },
  },
  {
    name: 'a name can be used again after deletion and gets a new uid',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const a = await t.post(at(ns, 'configmaps'), cm('a'));
      await t.del(at(ns, 'configmaps', 'a'));
      const b = await t.post(at(ns, 'configmaps'), cm('a'));
      t.see('new', [b.status, a.json?.metadata?.uid !== b.json?.metadata?.uid, Number(rvOf(b)) > Number(rvOf(a))]);
    },
  },
  // ---- finalizers
  {
    name: 'delete with a finalizer marks the object and keeps it',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { finalizers: ['example.com/f'] }));
      const r = await t.del(at(ns, 'configmaps', 'a'));
      t.see('answer', { code: r.status, body: r.json });
      t.see('still there', (await t.get(at(ns, 'configmaps', 'a'))).status);
    },
  },
  {
    name: 'an object is gone when its last finalizer is removed by replace',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { finalizers: ['example.com/f'] }));
      const d = await t.del(at(ns, 'configmaps', 'a'));
      const r = await t.put(at(ns, 'configmaps', 'a'), {
        ...d.json,
        metadata: { ...d.json?.metadata, finalizers: [] },
      });
      t.see('replaced', [r.status, (await t.get(at(ns, 'configmaps', 'a'))).status]);
    },
  },
  {
    name: 'an object that is being deleted can be changed but not recreated',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { finalizers: ['example.com/f'] }));
      await t.del(at(ns, 'configmaps', 'a'));
      t.see('change', (await t.patch(at(ns, 'configmaps', 'a'), { data: { v: '2' } }, MERGE)).status);
      t.seeStatus('create', await t.post(at(ns, 'configmaps'), cm('a')));
    },
  },
  {
    name: 'removing finalizers of an object that is not being deleted keeps it',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { finalizers: ['example.com/f'] }));
      const r = await t.patch(at(ns, 'configmaps', 'a'), { metadata: { finalizers: null } }, MERGE);
      t.see('kept', [r.status, (await t.get(at(ns, 'configmaps', 'a'))).status]);
    },
  },
  {
    name: 'deletion raises the generation of an object that has one',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), { ...deployment, metadata: { name: 'a', finalizers: ['example.com/f'] } });
      const r = await t.del(at(ns, DEPLOY, 'a'));
      t.see('generation', r.json?.metadata?.generation);
    },
  },
  // ---- propagation
  ...[
    ['Background', []],
    ['Foreground', ['foregroundDeletion']],
  ].map(([policy]) => ({
    name: `propagationPolicy=${policy} of a deployment`,
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), deployment);
      const r = await t.del(`${at(ns, DEPLOY, 'a')}?propagationPolicy=${policy}`);
      t.see('answer', shape(r));
      const g = await t.get(at(ns, DEPLOY, 'a'));
      t.see('left', [g.status, g.json?.metadata?.finalizers ?? null]);
    },
  })),
  {
    name: 'deletion of a job orphans by default and of a replicaset does not',
    async run(t) {
      const ns = await space(t, JOB, RS);
      await t.post(at(ns, JOB), job);
      const j = await t.del(at(ns, JOB, 'a'));
      t.see('job', [shape(j), /^299 /.test(j.headers.warning ?? '')]);
      await t.post(at(ns, RS), {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: { name: 'a' },
        spec: { selector: { matchLabels: { a: 'b' } }, template: tpl },
      });
      t.see('replicaset', shape(await t.del(at(ns, RS, 'a'))));
    },
  },
  {
    name: 'Foreground deletion keeps other finalizers too',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { finalizers: ['example.com/f'] }));
      const r = await t.del(`${at(ns, 'configmaps', 'a')}?propagationPolicy=Foreground`);
      t.see('finalizers', r.json?.metadata?.finalizers?.sort());
    },
  },
  // ---- preconditions
  {
    name: 'delete with a uid precondition',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus(
        'other uid',
        await del(
          t,
          at(ns, 'configmaps', 'a'),
          opts({ preconditions: { uid: '11111111-1111-1111-1111-111111111111' } }),
        ),
      );
      t.see('kept', (await t.get(at(ns, 'configmaps', 'a'))).status);
      t.see(
        'own uid',
        (await del(t, at(ns, 'configmaps', 'a'), opts({ preconditions: { uid: c.json?.metadata?.uid } }))).status,
      );
    },
  },
  {
    name: 'delete with a resourceVersion precondition',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(at(ns, 'configmaps'), cm('a'));
      const p = await t.patch(at(ns, 'configmaps', 'a'), { data: { v: '2' } }, MERGE);
      t.seeStatus(
        'stale',
        await del(t, at(ns, 'configmaps', 'a'), opts({ preconditions: { resourceVersion: rvOf(c) } })),
      );
      t.see(
        'current',
        (await del(t, at(ns, 'configmaps', 'a'), opts({ preconditions: { resourceVersion: rvOf(p) } }))).status,
      );
    },
  },
  // ---- options
  {
    name: 'DeleteOptions of meta.k8s.io are accepted',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.see(
        'code',
        (await del(t, at(ns, 'configmaps', 'a'), { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions' })).status,
      );
    },
  },
  {
    name: 'DeleteOptions of the group of the resource are accepted',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), deployment);
      t.see('code', (await del(t, at(ns, DEPLOY, 'a'), { apiVersion: 'apps/v1', kind: 'DeleteOptions' })).status);
    },
  },
  {
    name: 'another kind in the body of a delete is 400',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus('configmap', await del(t, at(ns, 'configmaps', 'a'), cm('a')));
      t.see('kept', (await t.get(at(ns, 'configmaps', 'a'))).status);
    },
  },
  {
    name: 'a body of a delete with an unknown content type is 415',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus('text', await del(t, at(ns, 'configmaps', 'a'), '{}', { type: 'text/plain' }));
    },
  },
  // ---- pods
  {
    name: 'a pod without a node is deleted at once',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      t.see('answer', shape(await t.del(at(ns, 'pods', 'a'))));
      t.see('gone', (await t.get(at(ns, 'pods', 'a'))).status);
    },
  },
  {
    name: 'gracePeriodSeconds sets and shortens the grace of a pod',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a', { nodeName: 'n', terminationGracePeriodSeconds: 60 }));
      t.see('own', shape(await t.del(at(ns, 'pods', 'a'))));
      t.see('shorter', shape(await t.del(`${at(ns, 'pods', 'a')}?gracePeriodSeconds=10`)));
      t.see('longer is ignored', shape(await t.del(`${at(ns, 'pods', 'a')}?gracePeriodSeconds=100`)));
      t.see('zero', (await t.del(`${at(ns, 'pods', 'a')}?gracePeriodSeconds=0`)).status);
      t.see('gone', (await t.get(at(ns, 'pods', 'a'))).status);
    },
  },
  {
    name: 'gracePeriodSeconds in the body',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a', { nodeName: 'n' }));
      t.see('answer', shape(await del(t, at(ns, 'pods', 'a'), opts({ gracePeriodSeconds: 7 }))));
    },
  },
  {
    name: 'a finished pod is deleted at once',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a', { nodeName: 'n', restartPolicy: 'Never' }));
      await t.patch(
        `${at(ns, 'pods', 'a')}/status`,
        { status: { phase: 'Succeeded' } },
        'application/strategic-merge-patch+json',
      );
      t.see('answer', (await t.del(at(ns, 'pods', 'a'))).status);
      t.see('gone', (await t.get(at(ns, 'pods', 'a'))).status);
    },
  },
  {
    name: 'a pod with a finalizer and no grace left waits for the finalizer',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a', { nodeName: 'n' }, { finalizers: ['example.com/f'] }));
      t.see('answer', shape(await t.del(`${at(ns, 'pods', 'a')}?gracePeriodSeconds=0`)));
      t.see('still there', (await t.get(at(ns, 'pods', 'a'))).status);
      await t.patch(at(ns, 'pods', 'a'), { metadata: { finalizers: null } }, MERGE);
      t.see('gone', (await t.get(at(ns, 'pods', 'a'))).status);
    },
  },
  {
    name: 'a pod in its grace period is not removed by dropping a finalizer',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a', { nodeName: 'n' }, { finalizers: ['example.com/f'] }));
      await t.del(at(ns, 'pods', 'a'));
      await t.patch(at(ns, 'pods', 'a'), { metadata: { finalizers: null } }, MERGE);
      t.see('still there', (await t.get(at(ns, 'pods', 'a'))).status);
    },
  },
  // ---- collections
  {
    name: 'deletecollection removes all of a namespace',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b', 'c']) await t.post(at(ns, 'configmaps'), cm(n));
      const r = await t.del(at(ns, 'configmaps'));
      t.see('answer', [r.status, r.json?.kind, r.json?.items?.length]);
      t.see('left', names(await t.get(at(ns, 'configmaps'))));
    },
  },
  {
    name: 'deletecollection leaves other namespaces alone',
    async run(t) {
      const a = await space(t, 'configmaps'),
        b = await space(t, 'configmaps');
      for (const ns of [a, b]) await t.post(at(ns, 'configmaps'), cm('x'));
      await t.del(at(a, 'configmaps'));
      t.see('left', [names(await t.get(at(a, 'configmaps'))), names(await t.get(at(b, 'configmaps')))]);
    },
  },
  {
    name: 'deletecollection of nothing is 200',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.del(at(ns, 'configmaps'));
      t.see('answer', [r.status, r.json?.kind]);
    },
  },
  {
    name: 'deletecollection honours finalizers',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { finalizers: ['example.com/f'] }));
      await t.post(at(ns, 'configmaps'), cm('b'));
      await t.del(at(ns, 'configmaps'));
      const l = await t.get(at(ns, 'configmaps'));
      t.see(
        'left',
        l.json?.items?.map((i) => [i.metadata.name, typeof i.metadata.deletionTimestamp]),
      );
    },
  },
  // ---- namespaces
  {
    name: 'creation in a Terminating namespace is 403 with a cause',
    async run(t) {
      const name = `${t.id}-gone`;
      t.cleanup(finish(t, name));
      await t.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      await t.post(at(name, 'configmaps'), cm('before'));
      await t.del(`/api/v1/namespaces/${name}`);
      t.seeStatus('create', await t.post(at(name, 'configmaps'), cm('after')));
      t.seeStatus(
        'by apply',
        await t.patch(`${at(name, 'configmaps', 'after')}?fieldManager=m`, cm('after'), 'application/apply-patch+yaml'),
      );
      t.see('update', (await t.patch(at(name, 'configmaps', 'before'), { data: { v: '2' } }, MERGE)).status);
      t.see('delete', (await t.del(at(name, 'configmaps', 'before'))).status);
    },
  },
  {
    name: 'a namespace with a finalizer of its own survives finalize',
    async run(t) {
      const name = `${t.id}-gone`;
      t.cleanup(finish(t, name));
      await t.post('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, finalizers: ['example.com/f'] },
      });
      const d = await t.del(`/api/v1/namespaces/${name}`);
      const f = await t.put(`/api/v1/namespaces/${name}/finalize`, { ...d.json, spec: {} });
      t.see('finalize', [f.status, f.json?.metadata?.finalizers]);
      t.see('still there', (await t.get(`/api/v1/namespaces/${name}`)).status);
      await t.patch(`/api/v1/namespaces/${name}`, { metadata: { finalizers: null } }, MERGE);
      t.see('gone', (await t.get(`/api/v1/namespaces/${name}`)).status);
    },
  },
  // ---- protection finalizers
];
