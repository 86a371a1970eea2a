// The protobuf encoding: envelope, a few messages encoded and decoded by hand, watch framing.
import https from 'node:https';
import { at, DEPLOY, GROUP_VERSIONS, listable, space } from '../support/objects.mjs';

const PB = 'application/vnd.kubernetes.protobuf';
const cm = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...o.metadata },
  data: o.data ?? { a: '1' },
});
// ---- a tiny encoder: msg([field, value]…); value: string | Buffer (bytes or message) | number | boolean
const varint = (n) => {
  const b = [];
  n = BigInt.asUintN(64, BigInt(n));
  do {
    const x = Number(n & 127n);
    n >>= 7n;
    b.push(n ? x | 128 : x);
  } while (n);
  return Buffer.from(b);
};
const field = (num, v) => {
  if (v === undefined) return Buffer.alloc(0);
  if (typeof v === 'number' || typeof v === 'boolean') return Buffer.concat([varint(num << 3), varint(Number(v))]);
  const b = Buffer.isBuffer(v) ? v : Buffer.from(v);
  return Buffer.concat([varint((num << 3) | 2), varint(b.length), b]);
};
const msg = (...f) => Buffer.concat(f.map(([n, v]) => field(n, v)));
const map = (num, o = {}) => Object.entries(o).map(([k, v]) => [num, msg([1, k], [2, v])]);
const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0]);
/** runtime.Unknown behind the magic number. */
const wrap = (apiVersion, kind, raw) =>
  Buffer.concat([MAGIC, msg([1, msg([1, apiVersion], [2, kind])], [2, raw], [3, ''], [4, ''])]);
const meta = ({ name, namespace, labels, annotations, finalizers = [], resourceVersion } = {}) =>
  msg(
    [1, name],
    [3, namespace],
    [6, resourceVersion],
    ...map(11, labels),
    ...map(12, annotations),
    ...finalizers.map((f) => [14, f]),
  );
const pbConfigMap = (m, data, binary, immutable) =>
  wrap('v1', 'ConfigMap', msg([1, meta(m)], ...map(2, data), ...map(3, binary), [4, immutable]));
// ---- and a tiny decoder: field number → list of values (varints as numbers, the rest as buffers)
const decode = (buf) => {
  const out = {};
  let i = 0;
  const vi = () => {
    let n = 0n,
      s = 0n;
    for (;;) {
      const x = buf[i++];
      if (x === undefined) throw new Error('truncated');
      n |= BigInt(x & 127) << s;
      if (!(x & 128)) return Number(BigInt.asIntN(64, n));
      s += 7n;
    }
  };
  while (i < buf.length) {
    const k = vi(),
      num = k >>> 3,
      w = k & 7;
    let v;
    if (w === 0) v = vi();
    else if (w === 2) {
      const l = vi();
      v = buf.subarray(i, i + l);
      i += l;
    } else if (w === 1) {
      v = buf.subarray(i, i + 8);
      i += 8;
    } else if (w === 5) {
      v = buf.subarray(i, i + 4);
      i += 4;
    } else throw new Error(`wire type ${w}`);
    out[num] = [...(out[num] ?? []), v];
  }
  return out;
};
const str = (m, n) => m?.[n]?.[0]?.toString();
const sub = (m, n, k = 0) => m?.[n]?.[k] && decode(m[n][k]);
const entries = (m, n) =>
  Object.fromEntries(
    (m?.[n] ?? []).map((e) => {
      const d = decode(e);
      return [str(d, 1), str(d, 2) ?? ''];
    }),
  );
/** The envelope of an answer: its type and the message inside. */
const open = (buf) => {
  if (!buf.subarray(0, 4).equals(MAGIC)) return { magic: false };
  const u = decode(buf.subarray(4)),
    tm = sub(u, 1);
  return { magic: true, apiVersion: str(tm, 1), kind: str(tm, 2), raw: decode(u[2]?.[0] ?? Buffer.alloc(0)) };
};
const view = (o) => {
  const m = sub(o.raw, 1);
  return { magic: o.magic, apiVersion: o.apiVersion, kind: o.kind, name: str(m, 1), namespace: str(m, 3) };
};
const get = (t, p, o) => t.get(p, { accept: PB, raw: true, ...o });
/** A protobuf watch: frames of four bytes of length and a WatchEvent. */
function watch(t, path, accept = PB) {
  let tail = Buffer.alloc(0),
    head;
  const events = [];
  const req = https.request(
    {
      host: t.url.hostname,
      port: t.url.port,
      path,
      headers: { authorization: `Bearer ${t.adminToken}`, accept },
      agent: false,
      rejectUnauthorized: false,
    },
    (res) => {
      head = { code: res.statusCode, type: res.headers['content-type'] };
      res.on('data', (d) => {
        tail = Buffer.concat([tail, d]);
        while (tail.length >= 4 && tail.length >= 4 + tail.readUInt32BE(0)) {
          const n = tail.readUInt32BE(0),
            e = decode(tail.subarray(4, 4 + n));
          tail = tail.subarray(4 + n);
          events.push({ type: str(e, 1), object: open(sub(e, 2)?.[1]?.[0] ?? Buffer.alloc(0)) });
        }
      });
      res.on('error', () => {});
    },
  );
  req.on('error', () => {});
  req.end();
  t.cleanup(() => req.destroy());
  return {
    events,
    get head() {
      return head;
    },
    until: (n) => t.eventually(() => events.length >= n, 5000),
  };
}
export const cases = [
  // ---- reading
  {
    name: 'a protobuf list',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b', 'c']) await t.post(at(ns, 'configmaps'), cm(n));
      const r = await get(t, `${at(ns, 'configmaps')}?limit=2`);
      const o = open(r.buf),
        lm = sub(o.raw, 1);
      t.see('list', {
        apiVersion: o.apiVersion,
        kind: o.kind,
        names: o.raw?.[2]?.map((i) => str(sub(decode(i), 1), 1)),
        rv: /^\d+$/.test(str(lm, 2) ?? ''),
        continues: (str(lm, 3) ?? '').length > 0,
        remaining: lm?.[4]?.[0],
      });
    },
  },
  {
    name: 'a protobuf empty list',
    async run(t) {
      const ns = await space(t);
      const o = open((await get(t, at(ns, 'configmaps'))).buf);
      t.see('list', { kind: o.kind, items: o.raw?.[2]?.length ?? 0 });
    },
  },
  {
    name: 'a protobuf error is a Status',
    async run(t) {
      const ns = await space(t);
      const r = await get(t, at(ns, 'configmaps', 'nope'));
      const o = open(r.buf),
        d = sub(o.raw, 5);
      t.see('status', {
        code: r.status,
        type: r.headers['content-type'],
        kind: o.kind,
        status: str(o.raw, 2),
        reason: str(o.raw, 4),
        http: o.raw?.[6]?.[0],
        name: str(d, 1),
        resource: str(d, 3),
      });
    },
  },
  {
    name: 'protobuf of quantities, times and int-or-strings',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'a' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: '10%' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '0.5' } } }] },
          },
        },
      });
      const o = open((await get(t, at(ns, DEPLOY, 'a'))).buf),
        spec = sub(o.raw, 2),
        ru = sub(sub(spec, 4), 2),
        pod = sub(sub(spec, 3), 2),
        c = sub(pod, 2);
      const ios = (m) => [m?.[1]?.[0] ?? 0, m?.[2]?.[0] ?? 0, str(m, 3) ?? ''];
      t.see('object', {
        kind: o.kind,
        replicas: spec?.[1]?.[0],
        maxUnavailable: ios(sub(ru, 1)),
        maxSurge: ios(sub(ru, 2)),
        container: str(c, 1),
        image: str(c, 2),
      });
      const q = decode(sub(c, 8)?.[1]?.[0] ?? Buffer.alloc(0));
      t.see('quantity', [str(q, 1), str(sub(q, 2), 1)]);
    },
  },
  {
    name: 'protobuf of a scale',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'a' },
        spec: {
          replicas: 3,
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      });
      const o = open((await get(t, `${at(ns, DEPLOY, 'a')}/scale`)).buf);
      t.see('scale', [o.apiVersion, o.kind, sub(o.raw, 2)?.[1]?.[0]]);
    },
  },
  {
    name: 'protobuf of a pod',
    async run(t) {
      const ns = await space(t, 'serviceaccounts', 'pods');
      await t.post(at(ns, 'serviceaccounts'), {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'default' },
      });
      await t.post(at(ns, 'pods'), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a' },
        spec: {
          nodeName: 'n1',
          hostNetwork: true,
          nodeSelector: { a: 'b' },
          automountServiceAccountToken: false,
          volumes: [{ name: 'v', configMap: { name: 'c' } }],
          containers: [
            {
              name: 'c',
              image: 'i',
              command: ['x', 'y'],
              env: [{ name: 'E', value: 'v' }],
              ports: [{ containerPort: 80 }],
              volumeMounts: [{ name: 'v', mountPath: '/v' }],
            },
          ],
        },
      });
      const o = open((await get(t, at(ns, 'pods', 'a'))).buf),
        spec = sub(o.raw, 2),
        st = sub(o.raw, 3),
        c = sub(spec, 2),
        port = sub(c, 6),
        vol = sub(spec, 1);
      t.see('spec', {
        restartPolicy: str(spec, 3),
        grace: spec?.[4]?.[0],
        dnsPolicy: str(spec, 6),
        nodeSelector: entries(spec, 7),
        serviceAccountName: str(spec, 8),
        nodeName: str(spec, 10),
        hostNetwork: spec?.[11]?.[0],
        scheduler: str(spec, 19),
        tolerations: spec?.[22]?.map((x) => str(decode(x), 1)),
        priority: spec?.[25]?.[0],
      });
      t.see('container', {
        name: str(c, 1),
        image: str(c, 2),
        command: c?.[3]?.map(String),
        port: [port?.[2]?.[0], port?.[3]?.[0], str(port, 4)],
        env: [str(sub(c, 7), 1), str(sub(c, 7), 2)],
        mount: [str(sub(c, 9), 1), str(sub(c, 9), 3)],
        pull: str(c, 14),
      });
      t.see('volume', [str(vol, 1), str(sub(sub(sub(vol, 2), 19), 1), 1)]);
      t.see('status', [str(st, 1), str(st, 9)]);
    },
  },
  ...GROUP_VERSIONS.map((gv) => ({
    name: `protobuf lists of ${gv.replace(/^apis?\//, '')}`,
    async run(t) {
      for (const r of await listable(t, gv)) {
        const x = await get(t, `/${gv}/${r}?limit=1`);
        const o = open(x.buf);
        t.see(r, [x.status, x.headers['content-type'], o.magic, o.apiVersion, o.kind]);
      }
    },
  })),
  // ---- writing
  {
    name: 'a configmap is created from protobuf',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(
        at(ns, 'configmaps'),
        pbConfigMap(
          { name: 'a', labels: { l: '1' }, annotations: { n: 'ü' } },
          { k: 'v', empty: '' },
          { b: Buffer.from([0, 255]) },
        ),
        { type: PB },
      );
      t.see('answer', { code: r.status, type: r.headers['content-type'], body: r.json });
      t.see('read', (await t.get(at(ns, 'configmaps', 'a'))).json);
    },
  },
  {
    name: 'a protobuf request can have a protobuf answer',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(at(ns, 'configmaps'), pbConfigMap({ name: 'a' }, { k: 'v' }), {
        type: PB,
        accept: PB,
        raw: true,
      });
      const o = open(r.buf);
      t.see('answer', [r.status, r.headers['content-type'], view(o), entries(o.raw, 2)]);
    },
  },
  {
    name: 'a protobuf answer sent back changes nothing',
    async run(t) {
      const ns = await space(t, 'configmaps', DEPLOY);
      const c = await t.post(at(ns, 'configmaps'), { ...cm('a'), binaryData: { b: 'AAE=' } });
      const g = await get(t, at(ns, 'configmaps', 'a'));
      const r = await t.put(at(ns, 'configmaps', 'a'), g.buf, { type: PB });
      t.see('configmap', [r.status, r.json?.metadata?.resourceVersion === c.json?.metadata?.resourceVersion]);
      const d = await t.post(at(ns, DEPLOY), {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'a' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: {
              containers: [
                {
                  name: 'c',
                  image: 'i',
                  livenessProbe: { httpGet: { port: 80 } },
                  resources: { requests: { memory: '1.5Gi' } },
                },
              ],
            },
          },
        },
      });
      const h = await get(t, at(ns, DEPLOY, 'a'));
      const s = await t.put(at(ns, DEPLOY, 'a'), h.buf, { type: PB });
      t.see('deployment', [s.status, s.json?.metadata?.resourceVersion === d.json?.metadata?.resourceVersion]);
    },
  },
  {
    name: 'protobuf objects are validated like any other',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus('bad name', await t.post(at(ns, 'configmaps'), pbConfigMap({ name: 'Bad_Name' }), { type: PB }));
      t.seeStatus(
        'other namespace',
        await t.post(at(ns, 'configmaps'), pbConfigMap({ name: 'a', namespace: 'default' }), { type: PB }),
      );
      t.seeStatus(
        'other kind',
        await t.post(at(ns, 'configmaps'), wrap('v1', 'Secret', msg([1, meta({ name: 'a' })])), { type: PB }),
      );
      t.seeStatus(
        'unknown kind',
        await t.post(at(ns, 'configmaps'), wrap('v1', 'Nope', msg([1, meta({ name: 'a' })])), { type: PB }),
      );
    },
  },
  {
    name: 'a review from protobuf',
    async run(t) {
      const r = await t.post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        wrap(
          'authorization.k8s.io/v1',
          'SelfSubjectAccessReview',
          msg([1, Buffer.alloc(0)], [2, msg([1, msg([1, 'default'], [2, 'get'], [5, 'pods'])])]),
        ),
        { type: PB, accept: PB, raw: true },
      );
      const o = open(r.buf);
      t.see('answer', [r.status, o.kind, sub(o.raw, 3)?.[1]?.[0]]);
    },
  },
  // ---- kinds without protobuf
  {
    name: 'custom resources have no protobuf',
    async run(t) {
      const c = await t.crd();
      const ns = await space(t);
      t.cleanup(() => t.del(c.path(ns)));
      await t.post(c.path(ns), { apiVersion: c.apiVersion, kind: c.kind, metadata: { name: 'a' } });
      t.see('read', (await get(t, `${c.path(ns)}/a`)).status);
      const f = await t.get(c.path(ns), { accept: `${PB},application/json` });
      t.see('falls back to JSON', [f.status, f.headers['content-type'], f.json?.kind]);
    },
  },
  {
    name: 'definitions of custom resources have protobuf',
    async run(t) {
      const c = await t.crd();
      const r = await get(t, c.crdPath);
      const o = open(r.buf);
      t.see('definition', [r.status, o.apiVersion, o.kind, str(sub(o.raw, 1), 1), str(sub(o.raw, 2), 1)]);
    },
  },
  // ---- watching
  {
    name: 'a protobuf watch of PartialObjectMetadata',
    async run(t) {
      const ns = await space(t, 'configmaps'),
        p = at(ns, 'configmaps');
      await t.post(p, cm('a'));
      const w = watch(t, `${p}?watch=1`, `${PB};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`);
      await w.until(1);
      t.see(
        'events',
        w.events.map((e) => [e.type, view(e.object)]),
      );
    },
  },
];
