// Watches: where they start, what they send, and how they end.
import { MERGE } from '../support/case-helpers.mjs';
import { at, rvOf, space } from '../support/objects.mjs';

const cm = (name, labels, data = { v: '1' }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...(labels ? { labels } : {}) },
  data,
});
const ev = (x) => [x.type, x.object?.metadata?.name ?? null, x.object?.data?.v ?? null];
const startOf = async (t, path) => rvOf(await t.get(path));
/** Opens a watch that the case closes by itself. */
async function open(t, path, o) {
  const w = t.watch(path, o);
  t.cleanup(() => w.close());
  await w.opened();
  return w;
}
const POM = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

const growing = (l) => l.every((x, i) => i === 0 || Number(x) > Number(l[i - 1]));
export const cases = [
  {
    name: 'a watch from a list sends what happened since',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('old'));
      const rv = await startOf(t, p);
      await t.post(p, cm('a'));
      await t.put(at(ns, 'configmaps', 'a'), cm('a', undefined, { v: '2' }));
      await t.del(at(ns, 'configmaps', 'a'));
      const w = await open(t, `${p}?watch=1&resourceVersion=${rv}`);
      await w.until(3);
      t.see('events', w.events.map(ev));
    },
  },
  {
    name: 'watch events hold the full object with kind and apiVersion',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const w = await open(t, `${p}?watch=1&resourceVersion=${await startOf(t, p)}`);
      const c = await t.post(p, cm('a', { x: 'y' }));
      await w.until(1);
      t.see('event', w.events[0]);
      t.see('same as the answer', JSON.stringify(w.events[0]?.object) === JSON.stringify(c.json));
    },
  },
  {
    name: 'a watch with no resourceVersion starts with the present state',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('a'));
      await t.post(p, cm('b'));
      const w = await open(t, `${p}?watch=1`);
      await w.until(2);
      t.see('initial', w.events.map(ev).sort());
      await t.post(p, cm('c'));
      await w.until(3);
      t.see('live', ev(w.events[2] ?? {}));
    },
  },
  {
    name: 'a watch from the resourceVersion of an object goes on after it',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('a'));
      const b = await t.post(p, cm('b'));
      await t.post(p, cm('c'));
      const w = await open(t, `${p}?watch=1&resourceVersion=${rvOf(b)}`);
      await w.until(1);
      t.see('events', w.events.map(ev));
    },
  },
  {
    name: 'two watches see the same order',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const rv = await startOf(t, p);
      const a = await open(t, `${p}?watch=1&resourceVersion=${rv}`),
        b = await open(t, `${p}?watch=1&resourceVersion=${rv}`);
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((n) => t.post(p, cm(n))));
      await a.until(6);
      await b.until(6);
      t.see('same', [a.events.length, JSON.stringify(a.events) === JSON.stringify(b.events)]);
    },
  },
  {
    name: 'a watch sees only its namespace',
    async run(t) {
      const a = await space(t, 'configmaps'),
        b = await space(t, 'configmaps');
      const w = await open(
        t,
        `${at(a, 'configmaps')}?watch=1&resourceVersion=${await startOf(t, at(a, 'configmaps'))}`,
      );
      await t.post(at(b, 'configmaps'), cm('other'));
      await t.post(at(a, 'configmaps'), cm('mine'));
      await w.until(1);
      t.see('events', w.events.map(ev));
    },
  },
  {
    name: 'a watch of a namespace that does not exist stays open',
    async run(t) {
      const r = await t.get(`${at(`${t.id}-none`, 'configmaps')}?watch=1&timeoutSeconds=1`);
      t.see('empty', [r.status, r.buf.length]);
    },
  },
  // ---- selectors
  {
    name: 'an object that leaves the label selection is DELETED, one that enters is ADDED',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const w = await open(t, `${p}?watch=1&labelSelector=on%3Dyes&resourceVersion=${await startOf(t, p)}`);
      const put = (n, l, v) => t.put(at(ns, 'configmaps', n), cm(n, l, { v }));
      await t.post(p, cm('a', { on: 'yes' }));
      await t.post(p, cm('b', { on: 'no' }));
      await put('a', { on: 'yes' }, '2');
      await put('a', { on: 'no' }, '3');
      await put('a', { on: 'no' }, '4');
      await put('a', { on: 'yes' }, '5');
      await put('b', { on: 'yes' }, '2');
      await t.del(at(ns, 'configmaps', 'b'));
      await put('a', {}, '6');
      await t.del(at(ns, 'configmaps', 'a'));
      await t.post(p, cm('z', { on: 'yes' }));
      await w.until((x) => x.some((y) => y.object?.metadata?.name === 'z'));
      t.see(
        'events',
        w.events.map((x) => [x.type, x.object?.metadata?.name, x.object?.data?.v, x.object?.metadata?.labels ?? null]),
      );
      t.see('growing', growing(w.events.map((x) => x.object?.metadata?.resourceVersion)));
    },
  },
  {
    name: 'a label-selected watch starts with the selected state',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('a', { k: '1' }));
      await t.post(p, cm('b', { k: '2' }));
      await t.post(p, cm('c', { k: '1' }));
      const w = await open(t, `${p}?watch=1&labelSelector=k%3D1`);
      await w.until(2);
      t.see('initial', w.events.map(ev).sort());
    },
  },
  {
    name: 'a watch of one object by its name',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const w = await open(t, `${p}?watch=1&fieldSelector=metadata.name%3Da&resourceVersion=${await startOf(t, p)}`);
      await t.post(p, cm('b'));
      await t.post(p, cm('a'));
      await t.put(at(ns, 'configmaps', 'b'), cm('b', undefined, { v: '2' }));
      await t.put(at(ns, 'configmaps', 'a'), cm('a', undefined, { v: '2' }));
      await t.del(at(ns, 'configmaps', 'b'));
      await t.del(at(ns, 'configmaps', 'a'));
      await w.until(3);
      t.see('events', w.events.map(ev));
    },
  },
  // ---- initial events and bookmarks
  {
    name: 'sendInitialEvents with a selector',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('a', { k: '1' }));
      await t.post(p, cm('b', { k: '2' }));
      const w = await open(
        t,
        `${p}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=k%3D2`,
      );
      await w.until(2);
      t.see(
        'events',
        w.events.map((x) => [x.type, x.object?.metadata?.name ?? null]),
      );
    },
  },
  {
    name: 'sendInitialEvents of a custom resource',
    async run(t) {
      const c = await t.crd();
      const ns = await space(t);
      t.cleanup(() => t.del(c.path(ns)));
      await t.post(c.path(ns), { apiVersion: c.apiVersion, kind: c.kind, metadata: { name: 'a' } });
      const w = await open(
        t,
        `${c.path(ns)}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      );
      await w.until(2);
      t.see('events', w.events);
    },
  },
  {
    name: 'a bookmark-allowing watch of the present state ends its initial events with a bookmark',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('a'));
      const w = await open(t, `${p}?watch=1&allowWatchBookmarks=true`);
      await w.until(2);
      t.see(
        'events',
        w.events.map((x) => [x.type, x.object?.metadata?.name ?? null, x.object?.metadata?.annotations ?? null]),
      );
    },
  },
  {
    name: 'sendInitialEvents=false starts from now',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('old'));
      const w = await open(t, `${p}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`);
      await t.sleep(200);
      await t.post(p, cm('new'));
      await w.until(1);
      t.see('events', w.events.map(ev));
    },
  },
  {
    name: 'resourceVersionMatch on a watch without sendInitialEvents is refused',
    async run(t) {
      const ns = await space(t);
      t.seeStatus(
        'match',
        await t.get(
          `${at(ns, 'configmaps')}?watch=1&timeoutSeconds=1&resourceVersion=5&resourceVersionMatch=NotOlderThan`,
        ),
      );
    },
  },
  // ---- how a watch ends, and bad ones
  {
    name: 'a watch from a resourceVersion that is no number is refused',
    async run(t) {
      const ns = await space(t);
      const r = await t.get(`${at(ns, 'configmaps')}?watch=1&timeoutSeconds=1&resourceVersion=abc`);
      t.see('refused', [r.status >= 400, r.json?.kind, r.json?.status]);
    },
  },
  {
    name: 'a watch from the future waits',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const rv = Number(await startOf(t, p)) + 100000000;
      const w = await open(t, `${p}?watch=1&resourceVersion=${rv}&timeoutSeconds=2`);
      t.see('opened', w.status);
      await t.post(p, cm('a'));
      await t.sleep(300);
      t.see('silent', w.events.filter((x) => x.type === 'ADDED').length);
    },
  },
  {
    name: 'the deprecated watch path works like watch=1',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = `/api/v1/watch/namespaces/${ns}/configmaps`;
      await t.post(at(ns, 'configmaps'), cm('a'));
      await t.post(at(ns, 'configmaps'), cm('b'));
      const w = await open(t, p),
        one = await open(t, `${p}/b`);
      await w.until(2);
      await one.until(1);
      t.see('collection', w.events.map(ev).sort());
      t.see('one object', one.events.map(ev));
      await t.patch(at(ns, 'configmaps', 'a'), { data: { v: '2' } }, MERGE);
      await t.patch(at(ns, 'configmaps', 'b'), { data: { v: '3' } }, MERGE);
      await w.until(4);
      await one.until(2);
      t.see('live', [w.events.slice(2).map(ev), one.events.slice(1).map(ev)]);
    },
  },
  // ---- other views of events
  {
    name: 'a PartialObjectMetadata watch',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const w = await open(t, `${p}?watch=1&resourceVersion=${await startOf(t, p)}`, { accept: POM });
      await t.post(p, cm('a', { x: 'y' }));
      await t.del(at(ns, 'configmaps', 'a'));
      await w.until(2);
      t.see('events', w.events);
    },
  },
  {
    name: 'a PartialObjectMetadata watch with initial events',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('a'));
      const w = await open(
        t,
        `${p}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        { accept: POM },
      );
      await w.until(2);
      t.see('events', w.events);
    },
  },
  // ---- what counts as a change
  {
    name: 'deletion with a finalizer is MODIFIED and then DELETED',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const o = cm('a');
      o.metadata.finalizers = ['example.com/f'];
      const c = await t.post(p, o);
      const w = await open(t, `${p}?watch=1&resourceVersion=${rvOf(c)}`);
      await t.del(at(ns, 'configmaps', 'a'));
      await t.patch(at(ns, 'configmaps', 'a'), { metadata: { finalizers: null } }, MERGE);
      await w.until(2);
      t.see(
        'events',
        w.events.map((x) => [
          x.type,
          typeof x.object?.metadata?.deletionTimestamp,
          x.object?.metadata?.finalizers ?? null,
        ]),
      );
    },
  },
  {
    name: 'removal of the last finalizer sends one DELETED event and no MODIFIED',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      const o = cm('a');
      o.metadata.finalizers = ['example.com/f', 'example.com/g'];
      await t.post(p, o);
      const d = await t.del(at(ns, 'configmaps', 'a'));
      const w = await open(t, `${p}?watch=1&resourceVersion=${rvOf(d)}`);
      await t.patch(at(ns, 'configmaps', 'a'), { metadata: { finalizers: ['example.com/g'] } }, MERGE);
      await t.patch(at(ns, 'configmaps', 'a'), { metadata: { finalizers: null } }, MERGE);
      await t.post(p, cm('z'));
      await w.until(3);
      t.see(
        'events',
        w.events.map((x) => [x.type, x.object?.metadata?.name, x.object?.metadata?.finalizers ?? null]),
      );
    },
  },
  {
    name: 'deletecollection sends a DELETED event per object',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      for (const n of ['a', 'b', 'c']) await t.post(p, cm(n));
      const w = await open(t, `${p}?watch=1&resourceVersion=${await startOf(t, p)}`);
      await t.del(p);
      await w.until(3);
      t.see('events', w.events.map(ev).sort());
    },
  },
];
