import { at, podSpace, space } from '../../support/objects.mjs';

const podSpec = {
  containers: [{ name: 'c', image: 'img:1' }],
  terminationGracePeriodSeconds: 0,
  automountServiceAccountToken: false,
};
const pod = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...o.metadata },
  spec: { ...podSpec, ...o.spec },
});
/** A namespace in which pods can be made (there is no controller that would make the default service account). */

export const cases = [
  // ---- pods
  {
    name: 'pods/eviction deletes a pod',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.post(`${at(ns, 'pods', 'a')}/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'a', namespace: ns },
      });
      t.see('evict', [r.status, r.json?.kind, r.json?.status]);
      t.see('gone', (await t.get(at(ns, 'pods', 'a'))).status);
      t.seeStatus(
        'missing',
        await t.post(`${at(ns, 'pods', 'a')}/eviction`, {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: 'a' },
        }),
      );
    },
  },
  {
    name: 'pods/ephemeralcontainers adds a container',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.patch(
        `${at(ns, 'pods', 'a')}/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: 'dbg', image: 'busybox' }] } },
        'application/strategic-merge-patch+json',
      );
      t.see('added', [r.status, r.json?.kind, r.json?.spec?.ephemeralContainers]);
      t.seeStatus(
        'cannot be removed',
        await t.patch(
          `${at(ns, 'pods', 'a')}/ephemeralcontainers`,
          { spec: { ephemeralContainers: null } },
          'application/merge-patch+json',
        ),
      );
      t.seeStatus(
        'not by replace',
        await t.patch(
          at(ns, 'pods', 'a'),
          { spec: { ephemeralContainers: [{ name: 'dbg2', image: 'busybox' }] } },
          'application/strategic-merge-patch+json',
        ),
      );
    },
  },
  {
    name: 'pods/status changes status only',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.patch(
        `${at(ns, 'pods', 'a')}/status`,
        {
          spec: { containers: [{ name: 'c', image: 'other' }] },
          status: { phase: 'Running', podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }] },
        },
        'application/strategic-merge-patch+json',
      );
      t.see('answer', [r.status, r.json?.spec?.containers?.[0]?.image, r.json?.status?.phase, r.json?.status?.podIPs]);
    },
  },
  {
    name: 'pod spec is immutable but for image, deadline, tolerations',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const p = (spec) => t.patch(at(ns, 'pods', 'a'), { spec }, 'application/strategic-merge-patch+json');
      t.see('image', (await p({ containers: [{ name: 'c', image: 'img:2' }] })).json?.spec?.containers?.[0]?.image);
      t.see('deadline', (await p({ activeDeadlineSeconds: 100 })).json?.spec?.activeDeadlineSeconds);
      t.seeStatus('longer deadline', await p({ activeDeadlineSeconds: 200 }));
      t.seeStatus('command', await p({ containers: [{ name: 'c', command: ['x'] }] }));
      t.seeStatus('new container', await p({ containers: [{ name: 'd', image: 'x' }] }));
      t.seeStatus('restartPolicy', await p({ restartPolicy: 'Never' }));
      t.see(
        'toleration',
        (
          await t.patch(
            at(ns, 'pods', 'a'),
            [{ op: 'add', path: '/spec/tolerations/-', value: { key: 'k', operator: 'Exists', effect: 'NoSchedule' } }],
            'application/json-patch+json',
          )
        ).status,
      );
    },
  },
  {
    name: 'exec, attach and portforward of a pod without a node are refused',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      for (const [n, q] of [
        ['exec', '?command=ls'],
        ['attach', ''],
        ['portforward', '?ports=80'],
      ]) {
        t.seeStatus(n, await t.http('POST', `${at(ns, 'pods', 'a')}/${n}${q}`));
        t.seeStatus(`${n} of a missing pod`, await t.http('POST', `${at(ns, 'pods', 'none')}/${n}${q}`));
      }
    },
  },
  {
    name: 'a pod without its service account is 403',
    async run(t) {
      const ns = await space(t, 'pods');
      t.seeStatus('named', await t.post(at(ns, 'pods'), pod('a', { spec: { serviceAccountName: 'nope' } })));
    },
  },
  // ---- token request
  {
    name: 'serviceaccounts/token bound to a pod names it',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.post(`${at(ns, 'serviceaccounts', 'default')}/token`, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'a' } },
      });
      const p = JSON.parse(Buffer.from(r.json?.status?.token.split('.')[1], 'base64url'));
      t.see('claim', [r.status, p['kubernetes.io']]);
      t.see(
        'works',
        (
          await t.post(
            '/apis/authentication.k8s.io/v1/selfsubjectreviews',
            { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
            { token: r.json?.status?.token },
          )
        ).status,
      );
      await t.del(`${at(ns, 'pods', 'a')}?gracePeriodSeconds=0`);
    },
  },
];
