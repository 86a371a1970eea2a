// Lists: order, paging, resourceVersion semantics, label and field selectors.
import { at, GROUP_VERSIONS, listable, podSpace, rvOf, space } from '../support/objects.mjs';

const cm = (name, labels, data = { v: '1' }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...(labels ? { labels } : {}) },
  data,
});
const names = (r) => r.json?.items?.map((i) => i.metadata.name);
const e = encodeURIComponent;
/** Names selected, or the refusal. */
const pick = (r) => (r.status === 200 ? names(r) : [r.status, r.json?.reason]);
const pod = (name, spec = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }], ...spec },
});
/** Five configmaps with labels; their names come back from a selector. */
async function labelled(t) {
  const ns = await space(t, 'configmaps');
  for (const [n, l] of Object.entries({
    a: { app: 'web', tier: 'front' },
    b: { app: 'web', tier: 'back' },
    c: { app: 'db' },
    d: { 'example.com/x': 'y', app: '' },
    e: undefined,
  }))
    await t.post(at(ns, 'configmaps'), cm(n, l));
  return ns;
}
export const cases = [
  {
    name: 'a continued list with resourceVersion=0 is listed to its end',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const name of ['a', 'b', 'c']) await t.post(at(ns, 'configmaps'), cm(name));
      const first = await t.get(`${at(ns, 'configmaps')}?limit=1`);
      const query = `limit=1&resourceVersion=0&continue=${e(first.json.metadata.continue)}`;
      const page = await t.get(`${at(ns, 'configmaps')}?${query}`);
      t.see('second page', [names(page), Boolean(page.json?.metadata?.continue)]);
    },
  },
  {
    name: 'events have no watch cache: a limit counts with resourceVersion=0',
    async run(t) {
      const ns = await t.ns();
      t.cleanup(() => t.del(at(ns, 'events')));
      for (const name of ['a', 'b', 'c'])
        await t.post(at(ns, 'events'), {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name },
          involvedObject: { kind: 'Pod', name: 'p', namespace: ns },
        });
      for (const resource of ['events', 'apis/events.k8s.io/v1/events']) {
        const page = await t.get(`${at(ns, resource)}?limit=2&resourceVersion=0`);
        t.see(resource, [names(page), Boolean(page.json?.metadata?.continue), page.json?.metadata?.remainingItemCount]);
      }
    },
  },
  // ---- shape and order
  {
    name: 'an empty list has items and a resourceVersion',
    async run(t) {
      const ns = await space(t);
      const r = await t.get(at(ns, 'configmaps'));
      t.see('list', { code: r.status, body: r.json });
      const d = await t.get(at(ns, 'apis/apps/v1/deployments'));
      t.see('deployments', { code: d.status, body: d.json });
    },
  },
  ...GROUP_VERSIONS.map((gv) => ({
    name: `every resource of ${gv.replace(/^apis?\//, '')} can be listed and watched`,
    async run(t) {
      const l = await listable(t, gv);
      const seen = await Promise.all(
        l.map(async (r) => {
          const a = await t.get(`/${gv}/${r}?limit=1`),
            w =
              r === 'componentstatuses'
                ? undefined
                : await t.get(`/${gv}/${r}?watch=1&timeoutSeconds=1&resourceVersion=${rvOf(a)}`);
          return [r, a.status, a.json?.kind, a.json?.apiVersion, Array.isArray(a.json?.items), w?.status ?? null];
        }),
      );
      for (const [r, ...x] of seen) t.see(r, x);
    },
  })),
  // ---- paging
  {
    name: 'a limit that holds everything has no continue',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b']) await t.post(at(ns, 'configmaps'), cm(n));
      for (const l of [2, 3, 0]) {
        const r = await t.get(`${at(ns, 'configmaps')}?limit=${l}`);
        t.see(`limit ${l}`, [
          names(r),
          r.json?.metadata?.continue ?? null,
          r.json?.metadata?.remainingItemCount ?? null,
        ]);
      }
    },
  },
  {
    name: 'pages can change their size',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b', 'c', 'd', 'e']) await t.post(at(ns, 'configmaps'), cm(n));
      const p1 = await t.get(`${at(ns, 'configmaps')}?limit=1`);
      const p2 = await t.get(`${at(ns, 'configmaps')}?limit=3&continue=${e(p1.json?.metadata?.continue)}`);
      const p3 = await t.get(`${at(ns, 'configmaps')}?continue=${e(p2.json?.metadata?.continue)}`);
      t.see('pages', [names(p1), names(p2), names(p3), p3.json?.metadata?.continue ?? null]);
    },
  },
  {
    name: 'the same continue can be used twice',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b', 'c']) await t.post(at(ns, 'configmaps'), cm(n));
      const p1 = await t.get(`${at(ns, 'configmaps')}?limit=1`);
      const q = `${at(ns, 'configmaps')}?limit=1&continue=${e(p1.json?.metadata?.continue)}`;
      t.see('twice', [names(await t.get(q)), names(await t.get(q))]);
    },
  },
  {
    name: 'continue together with a resourceVersion is refused',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b']) await t.post(at(ns, 'configmaps'), cm(n));
      const p = await t.get(`${at(ns, 'configmaps')}?limit=1`);
      t.seeStatus(
        'rv',
        await t.get(
          `${at(ns, 'configmaps')}?limit=1&continue=${e(p.json?.metadata?.continue)}&resourceVersion=${rvOf(p)}`,
        ),
      );
      const m = await t.get(
        `${at(ns, 'configmaps')}?limit=1&continue=${e(p.json?.metadata?.continue)}&resourceVersionMatch=Exact`,
      );
      t.see('match', [m.status, m.json?.reason]);
    },
  },
  // ---- resourceVersion and resourceVersionMatch
  ...[
    ['NotOlderThan old', 'resourceVersion=$OLD&resourceVersionMatch=NotOlderThan'],
    ['NotOlderThan 0', 'resourceVersion=0&resourceVersionMatch=NotOlderThan'],
  ].map(([n, q]) => ({
    name: `list at resourceVersion ${n}`,
    async run(t) {
      const ns = await space(t, 'configmaps');
      const old = await t.post(at(ns, 'configmaps'), cm('a'));
      const now = await t.post(at(ns, 'configmaps'), cm('b'));
      await t.get(at(ns, 'configmaps'));
      const r = await t.get(`${at(ns, 'configmaps')}?${q.replace('$OLD', rvOf(old)).replace('$NOW', rvOf(now))}`);
      t.see('list', [
        r.status,
        /resourceVersion=0|\$OLD/.test(q) ? names(r)?.includes('a') : names(r),
        Number(rvOf(r)) >= Number(rvOf(/NOW|^$|^limit/.test(q) ? now : old)),
      ]);
    },
  })),
  {
    name: 'list at an exact resourceVersion with selectors',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b']) await t.post(at(ns, 'configmaps'), cm(n, { k: n }));
      const then = await t.get(at(ns, 'configmaps'));
      await t.put(at(ns, 'configmaps', 'a'), cm('a', { k: 'b' }));
      const r = await t.get(
        `${at(ns, 'configmaps')}?resourceVersion=${rvOf(then)}&resourceVersionMatch=Exact&labelSelector=k%3Db`,
      );
      t.see('past', names(r));
      t.see('now', names(await t.get(`${at(ns, 'configmaps')}?labelSelector=k%3Db`)));
    },
  },
  {
    name: 'list at an exact resourceVersion that was dropped is 410',
    async run(t) {
      const ns = await space(t);
      const r = await t.get(`${at(ns, 'configmaps')}?resourceVersion=1&resourceVersionMatch=Exact`);
      t.see(
        'gone, unless history reaches that far',
        r.status === 410 ? r.json?.reason === 'Expired' && r.json?.code === 410 : r.status === 200,
      );
    },
  },
  {
    name: 'resourceVersionMatch Exact with 0 is refused',
    async run(t) {
      const ns = await space(t);
      t.seeStatus('exact 0', await t.get(`${at(ns, 'configmaps')}?resourceVersion=0&resourceVersionMatch=Exact`));
    },
  },
  {
    name: 'an unknown resourceVersionMatch is refused',
    async run(t) {
      const ns = await space(t);
      t.seeStatus('bad', await t.get(`${at(ns, 'configmaps')}?resourceVersion=1&resourceVersionMatch=Newest`));
    },
  },
  {
    name: 'list at a resourceVersion that is no number is 400',
    async run(t) {
      const ns = await space(t);
      t.seeStatus('bad', await t.get(`${at(ns, 'configmaps')}?resourceVersion=abc`));
    },
  },
  // ---- label selectors
  {
    name: 'label selector grammar',
    async run(t) {
      const ns = await labelled(t);
      for (const s of [
        'app=web',
        'app==web',
        'app!=web',
        'app in (web,db)',
        'app notin (web)',
        'app',
        '!app',
        'app=',
        'app=web,tier=front',
        'app=web,tier!=front',
        'app,!tier',
        'app in (web), tier notin (front)',
        ' app = web ',
        'example.com/x',
        'example.com/x=y',
        'nope=1',
        'nope!=1',
        '',
        'app in (a,b,c,web)',
      ])
        t.see(
          s.replaceAll(t.id, '<id>') || '(empty)',
          pick(await t.get(`${at(ns, 'configmaps')}?labelSelector=${e(s)}`)),
        );
    },
  },
  // ---- field selectors
  {
    name: 'a field selector can be joined with a label selector',
    async run(t) {
      const ns = await labelled(t);
      t.see(
        'both',
        pick(await t.get(`${at(ns, 'configmaps')}?labelSelector=app%3Dweb&fieldSelector=metadata.name!%3Da`)),
      );
    },
  },
  {
    name: 'a bad field selector is 400',
    async run(t) {
      const ns = await space(t);
      for (const s of [
        'data.a=1',
        'metadata.labels=x',
        'spec.x=1',
        'metadata.name',
        'metadata.name>a',
        'metadata.uid=x',
        '=a',
        'metadata.name in (a)',
      ])
        t.seeStatus(s, await t.get(`${at(ns, 'configmaps')}?fieldSelector=${e(s)}`));
    },
  },
  {
    name: 'field selectors of pods',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      await t.post(at(ns, 'pods'), pod('b', { nodeName: 'n1', restartPolicy: 'Never', schedulerName: 'mine' }));
      await t.post(at(ns, 'pods'), pod('c', { nodeName: 'n2', hostNetwork: true }));
      await t.patch(
        `${at(ns, 'pods', 'b')}/status`,
        { status: { phase: 'Running', podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }] } },
        'application/strategic-merge-patch+json',
      );
      for (const s of [
        'spec.nodeName=',
        'spec.nodeName=n1',
        'spec.nodeName!=n1',
        'status.phase=Pending',
        'status.phase=Running',
        'status.phase!=Running,spec.nodeName=n2',
        'spec.restartPolicy=Never',
        'spec.schedulerName=mine',
        'spec.serviceAccountName=default',
        'status.podIP=10.1.2.3',
        'status.nominatedNodeName=',
        'spec.hostNetwork=true',
        'metadata.name=a',
        'spec.containers=x',
        'status.reason=x',
      ])
        t.see(s.replaceAll(t.id, '<id>'), pick(await t.get(`${at(ns, 'pods')}?fieldSelector=${e(s)}`)));
    },
  },
  {
    name: 'field selectors of events',
    async run(t) {
      const ns = await space(t, 'events');
      const ev = (n, o) =>
        t.post(at(ns, 'events'), {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name: n },
          reason: 'R',
          message: 'm',
          type: 'Normal',
          source: { component: 'c1' },
          ...o,
        });
      await ev('a', {
        involvedObject: {
          kind: 'Pod',
          name: 'p',
          namespace: ns,
          uid: 'u1',
          apiVersion: 'v1',
          resourceVersion: '5',
          fieldPath: 'spec.x',
        },
      });
      await ev('b', {
        involvedObject: { kind: 'ConfigMap', name: 'q', namespace: ns },
        type: 'Warning',
        reason: 'Other',
        source: { component: 'c2' },
        reportingComponent: 'rc',
      });
      for (const s of [
        'involvedObject.kind=Pod',
        'involvedObject.name=q',
        `involvedObject.namespace=${ns}`,
        'involvedObject.uid=u1',
        'involvedObject.apiVersion=v1',
        'involvedObject.resourceVersion=5',
        'involvedObject.fieldPath=spec.x',
        'reason=Other',
        'type=Warning',
        'type!=Warning',
        'source=c1',
        'reportingComponent=rc',
        'message=m',
      ])
        t.see(s.replaceAll(t.id, '<id>'), pick(await t.get(`${at(ns, 'events')}?fieldSelector=${e(s)}`)));
    },
  },
  {
    name: 'field selectors of events in events.k8s.io',
    async run(t) {
      const E = 'apis/events.k8s.io/v1/events';
      const ns = await space(t, E);
      await t.post(at(ns, E), {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: 'a' },
        eventTime: '2024-01-01T00:00:00.000000Z',
        reportingController: 'example.com/c',
        reportingInstance: 'i',
        action: 'A',
        reason: 'R',
        type: 'Normal',
        regarding: { kind: 'Pod', name: 'p', namespace: ns },
      });
      for (const s of [
        'regarding.kind=Pod',
        'regarding.name=p',
        'regarding.name=q',
        'reportingController=example.com/c',
        'reason=R',
        'type=Normal',
        'involvedObject.kind=Pod',
      ])
        t.see(s.replaceAll(t.id, '<id>'), pick(await t.get(`${at(ns, E)}?fieldSelector=${e(s)}`)));
    },
  },
  {
    name: 'deployments have no field selectors but name and namespace',
    async run(t) {
      const D = 'apis/apps/v1/deployments';
      const ns = await space(t);
      for (const s of ['metadata.name=a', `metadata.namespace=${ns}`, 'spec.replicas=1', 'status.replicas=1'])
        t.see(s.replaceAll(t.id, '<id>'), pick(await t.get(`${at(ns, D)}?fieldSelector=${e(s)}`)));
    },
  },
];
