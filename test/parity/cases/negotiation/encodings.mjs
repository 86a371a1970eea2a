import { gunzipSync } from 'node:zlib';
import { at, cm, space } from '../../support/objects.mjs';
import { ct, head, POML } from './helpers.mjs';

export const cases = [
  // ---- encodings
  {
    name: 'JSON is the default encoding',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      for (const accept of [undefined, '*/*', 'application/json', 'application/json;charset=utf-8'])
        t.see(String(accept), head(await t.get(at(ns, 'configmaps', 'a'), { accept })));
    },
  },
  {
    name: 'an Accept nobody serves is 406',
    async run(t) {
      const ns = await space(t);
      for (const accept of ['text/csv', 'application/xml', 'text/html', 'image/*'])
        t.seeStatus(accept, await t.get(at(ns, 'configmaps'), { accept }));
    },
  },
  {
    name: 'quality values order the choices',
    async run(t) {
      const ns = await space(t);
      for (const accept of [
        'application/json;q=0.1,application/yaml;q=0.9',
        'application/yaml;q=0.1,application/json;q=0.9',
        'text/csv,application/yaml;q=0.5',
        'application/yaml,application/json',
        'application/json,application/yaml',
        'application/vnd.kubernetes.protobuf,application/json',
        'text/csv;q=1,*/*;q=0.1',
      ]) {
        const r = await t.get(at(ns, 'configmaps'), { accept });
        t.see(accept, [r.status, ct(r)]);
      }
    },
  },
  {
    name: 'a YAML body is accepted',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(
        at(ns, 'configmaps'),
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: {x: "1"}\ndata:\n  k: |\n    two\n    lines\n  "n": "5"\n',
        { type: 'application/yaml' },
      );
      t.see('created', { code: r.status, type: ct(r), body: r.json });
      const p = await t.put(
        at(ns, 'configmaps', 'a'),
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {z: "1"}\n',
        { type: 'application/yaml' },
      );
      t.see('replaced', [p.status, p.json?.data]);
    },
  },
  {
    name: 'a YAML body with a number where a string belongs is 400',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus(
        'number',
        await t.post(at(ns, 'configmaps'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: 5}\n', {
          type: 'application/yaml',
        }),
      );
      t.seeStatus('broken', await t.post(at(ns, 'configmaps'), 'a: [', { type: 'application/yaml' }));
    },
  },
  {
    name: 'pretty=true indents',
    async run(t) {
      const ns = await space(t);
      for (const [q, ua] of [
        ['', 'probe/1'],
        ['?pretty=true', 'probe/1'],
        ['?pretty=false', 'curl/8'],
        ['', 'curl/8'],
        ['', 'Mozilla/5.0'],
      ]) {
        const r = await t.get(`/api/v1/namespaces/${ns}${q}`, { headers: { 'user-agent': ua } });
        t.see(`${q} ${ua}`, (r.text ?? '').startsWith('{\n  "'));
      }
    },
  },
  {
    name: 'large answers are gzipped when the client accepts it',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { top: { data: { big: 'x'.repeat(300000) } } }));
      const z = await t.get(at(ns, 'configmaps'), { headers: { 'accept-encoding': 'gzip' }, raw: true });
      let n;
      try {
        n = JSON.parse(gunzipSync(z.buf)).items[0].data.big.length;
      } catch {
        n = null;
      }
      t.see('gzip', [
        z.status,
        z.headers['content-encoding'] ?? null,
        n,
        /Accept-Encoding/i.test(z.headers.vary ?? ''),
      ]);
      const p = await t.get(at(ns, 'configmaps'));
      t.see('plain', [p.headers['content-encoding'] ?? null, p.json?.items?.[0]?.data?.big?.length]);
    },
  },
  {
    name: 'small answers are not gzipped',
    async run(t) {
      const ns = await space(t);
      const r = await t.get(at(ns, 'configmaps'), { headers: { 'accept-encoding': 'gzip' } });
      t.see('plain', [r.status, r.headers['content-encoding'] ?? null, r.json?.kind]);
    },
  },
  // ---- PartialObjectMetadata
  {
    name: 'PartialObjectMetadataList of a collection',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      await t.post(at(ns, 'configmaps'), cm('b'));
      const r = await t.get(at(ns, 'configmaps'), { accept: POML });
      t.see('list', { code: r.status, type: ct(r), body: r.json });
    },
  },
  {
    name: 'PartialObjectMetadataList pages',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b', 'c']) await t.post(at(ns, 'configmaps'), cm(n));
      const r = await t.get(`${at(ns, 'configmaps')}?limit=2`, { accept: POML });
      t.see('page', [
        r.json?.items?.map((i) => i.metadata.name),
        typeof r.json?.metadata?.continue,
        r.json?.metadata?.remainingItemCount,
      ]);
    },
  },
  {
    name: 'an unknown transformation alone is 406, with a fallback it is not',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.see(
        'alone',
        (await t.get(at(ns, 'configmaps'), { accept: 'application/json;as=Nope;g=meta.k8s.io;v=v1' })).status,
      );
      t.see(
        'fallback',
        head(
          await t.get(at(ns, 'configmaps'), { accept: 'application/json;as=Nope;g=meta.k8s.io;v=v1,application/json' }),
        ),
      );
      t.see(
        'wrong group',
        (await t.get(at(ns, 'configmaps'), { accept: 'application/json;as=Table;g=nope.example.com;v=v1' })).status,
      );
      t.see(
        'unknown version',
        (await t.get(at(ns, 'configmaps'), { accept: 'application/json;as=Table;g=meta.k8s.io;v=v9' })).status,
      );
    },
  },
];
