import { cr, MERGE, need, pick, specSchema, TABLE, update, warnings, watchFrom } from '../../support/case-helpers.mjs';
import { group } from './helpers.mjs';

export const cases = [
  // ---- tables
  {
    name: 'a custom resource without printer columns shows Name and Age',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a'));
      const r = await t.get(c.path(ns), { accept: TABLE });
      t.see('table', {
        kind: r.json.kind,
        apiVersion: r.json.apiVersion,
        columns: r.json.columnDefinitions.map((x) => pick(x, 'name', 'type', 'format', 'priority')),
        cells: r.json.rows.map((x) => [x.cells[0], typeof x.cells[1]]),
        object: r.json.rows.map((x) => [x.object.kind, x.object.metadata.name]),
      });
    },
  },
  {
    name: 'a Table of one custom resource and includeObject are honoured',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1 } }));
      const o = async (q) => {
        const r = await t.get(`${c.path(ns)}/a?includeObject=${q}`, { accept: TABLE });
        const x = r.json.rows[0].object;
        return x === undefined || x === null ? 'none' : { kind: x.kind, spec: x.spec };
      };
      t.see('None', await o('None'));
      t.see('Object', await o('Object'));
      t.see('Metadata', await o('Metadata'));
    },
  },
  {
    name: 'a watch as Table sends Table events',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a'));
      const w = await need(t, 'watch', async () => {
        const w = t.watch(`${c.path(ns)}?watch=1`, { accept: TABLE });
        t.cleanup(() => w.close());
        await w.until(1);
        return w.status === 200 && w;
      });
      t.see('event', [w.events[0].type, w.events[0].object.kind, w.events[0].object.rows[0].cells[0]]);
    },
  },
  // ---- selectable fields
  {
    name: 'selectableFields make list field selectors work',
    async run(t) {
      const c = await t.crd({
          schema: specSchema({ colour: { type: 'string' }, size: { type: 'integer' }, on: { type: 'boolean' } }),
          version: {
            selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.spec.size' }, { jsonPath: '.spec.on' }],
          },
        }),
        ns = await t.ns();
      await Promise.all(
        [
          ['a', { colour: 'red', size: 1, on: true }],
          ['b', { colour: 'blue', size: 2 }],
          ['c', { colour: 'red', size: 2, on: false }],
          ['d', undefined],
        ].map(([n, spec]) => t.post(c.path(ns), cr(c, n, spec ? { spec } : {}))),
      );
      const go = async (s) => {
        const r = await t.get(`${c.path(ns)}?fieldSelector=${encodeURIComponent(s)}`);
        return r.status === 200 ? r.json.items.map((i) => i.metadata.name) : [r.status, r.json.reason];
      };
      for (const s of [
        'spec.colour=red',
        'spec.colour!=red',
        'spec.colour=red,spec.size=2',
        'spec.on=true',
        'spec.colour=',
        'metadata.name=b',
        `metadata.namespace=${ns},spec.size=1`,
        'spec.nope=1',
      ])
        t.see(s.replace(ns, 'ns'), await go(s));
    },
  },
  {
    name: 'selectableFields make watch field selectors work: leaving the selection is DELETED',
    async run(t) {
      const c = await t.crd({
          schema: specSchema({ colour: { type: 'string' } }),
          version: { selectableFields: [{ jsonPath: '.spec.colour' }] },
        }),
        ns = await t.ns();
      const w = await watchFrom(t, c.path(ns), 'fieldSelector=spec.colour%3Dred');
      await t.post(c.path(ns), cr(c, 'x', { spec: { colour: 'blue' } }));
      await t.post(c.path(ns), cr(c, 'a', { spec: { colour: 'red' } }));
      await t.patch(`${c.path(ns)}/x`, { spec: { colour: 'red' } }, MERGE);
      await t.patch(`${c.path(ns)}/a`, { spec: { colour: 'blue' } }, MERGE);
      await w.until(3);
      t.see(
        'events',
        w.events.map((e) => [e.type, e.object.metadata.name, e.object.spec]),
      );
    },
  },
  {
    name: 'without selectableFields only metadata.name and metadata.namespace select',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 'y' } }));
      t.see('name', (await t.get(`${c.path(ns)}?fieldSelector=metadata.name%3Da`)).json.items.length);
      t.see('namespace', (await t.get(`${c.path()}?fieldSelector=metadata.namespace%3D${ns}`)).json.items.length);
      t.seeStatus('spec', await t.get(`${c.path(ns)}?fieldSelector=spec.x%3Dy`));
    },
  },
  // ---- OpenAPI
  {
    name: 'OpenAPI v3 publishes the schema of a CRD, follows a change and forgets a deleted one',
    async run(t) {
      const c = await t.crd({
        schema: {
          type: 'object',
          description: 'A widget.',
          properties: {
            spec: { type: 'object', required: ['a'], properties: { a: { type: 'string', description: 'the a' } } },
          },
        },
      });
      const doc = async () => {
          const r = await t.get(`/openapi/v3/apis/${c.group}/v1`);
          return r.status === 200 ? r.json : undefined;
        },
        find = (d) =>
          Object.entries(d?.components?.schemas ?? {}).find(([, s]) =>
            s['x-kubernetes-group-version-kind']?.some((g) => g.kind === 'Widget'),
          );
      await need(t, 'path', async () => (await t.get('/openapi/v3')).json.paths[`apis/${c.group}/v1`]);
      const d = await need(t, 'schema', async () => {
        const d = await doc();
        return find(d) && d;
      });
      const [, s] = find(d);
      t.see('gvk', s['x-kubernetes-group-version-kind']);
      t.see('spec', s.properties.spec);
      t.see('top', { description: s.description, properties: Object.keys(s.properties).sort() });
      t.see('paths', Object.keys(d.paths).sort());
      t.see('operations', Object.keys(d.paths[`/apis/${c.group}/v1/namespaces/{namespace}/widgets/{name}`]).sort());
      await update(t, c.crdPath, (o) => {
        o.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.b = { type: 'integer', minimum: 1 };
      });
      const n = await need(t, 'changed', async () => {
        const x = find(await doc());
        return x?.[1].properties.spec.properties.b && x[1];
      });
      t.see('changed', n.properties.spec.properties);
      await t.del(c.crdPath);
      await need(t, 'forgotten', async () => !(await t.get('/openapi/v3')).json.paths[`apis/${c.group}/v1`]);
      t.see('forgotten', (await t.get(`/openapi/v3/apis/${c.group}/v1`)).status);
    },
  },
  {
    name: 'OpenAPI v2 publishes definitions and paths of a CRD and forgets a deleted one',
    timeout: 90000,
    async run(t) {
      const c = await t.crd({ schema: specSchema({ a: { type: 'string' } }) });
      const name = `com.example.${t.id}.v1.Widget`;
      const d = await need(
        t,
        'definition',
        async () => {
          const r = await t.get('/openapi/v2');
          return r.json.definitions[name] && r.json;
        },
        40000,
      );
      t.see('spec', d.definitions[name].properties.spec);
      t.see('gvk', d.definitions[name]['x-kubernetes-group-version-kind']);
      t.see('list', Object.keys(d.definitions[`${name}List`]?.properties ?? {}).sort());
      t.see(
        'paths',
        Object.keys(d.paths)
          .filter((p) => p.startsWith(`/apis/${c.group}/v1`))
          .sort(),
      );
      await t.del(c.crdPath);
      await need(t, 'forgotten', async () => !(await t.get('/openapi/v2')).json.definitions[name], 40000);
      t.see('forgotten', true);
    },
  },
  {
    name: 'OpenAPI v3 marks x-kubernetes extensions of the schema',
    async run(t) {
      const c = await t.crd({
        schema: specSchema({
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          port: { 'x-kubernetes-int-or-string': true },
          items: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          },
          rule: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] },
        }),
      });
      const s = await need(t, 'schema', async () => {
        const r = await t.get(`/openapi/v3/apis/${c.group}/v1`);
        return Object.values(r.json?.components?.schemas ?? {}).find((s) =>
          s['x-kubernetes-group-version-kind']?.some((g) => g.kind === 'Widget'),
        );
      });
      t.see('spec', s.properties.spec.properties);
    },
  },
  // ---- changes of a CRD take effect
  {
    name: 'an added version is served',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1 } }));
      await update(t, c.crdPath, (o) => {
        o.spec.versions.push({
          name: 'v2',
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        });
      });
      const r = await need(t, 'v2', async () => {
        const r = await t.get(`${c.path(ns, 'v2')}/a`);
        return r.status === 200 && r;
      });
      t.see('v2', { apiVersion: r.json.apiVersion, spec: r.json.spec });
      const g = await need(t, 'group', async () => {
        const g = await group(t, c.group);
        return g?.versions.length === 2 && g;
      });
      t.see(
        'group',
        g.versions.map((v) => v.version),
      );
    },
  },
  {
    name: 'a deprecated version answers with a Warning header',
    async run(t) {
      const v = (name, storage, more) => ({
        name,
        served: true,
        storage,
        schema: { openAPIV3Schema: { type: 'object' } },
        ...more,
      });
      const c = await t.crd({
        scope: 'Cluster',
        versions: [
          v('v2', true),
          v('v1', false, { deprecated: true }),
          v('v1beta1', false, { deprecated: true, deprecationWarning: 'use v2 of the widget, please' }),
        ],
      });
      const w = async (ver) => warnings(await t.get(c.path(undefined, ver)));
      await need(t, 'v1', async () => (await t.get(c.path(undefined, 'v1'))).status === 200);
      t.see('v2', await w('v2'));
      t.see(
        'v1',
        (await w('v1')).map((x) => [
          x.code,
          x.agent,
          x.text.includes(`${c.group}/v1`) && x.text.includes('deprecated'),
        ]),
      );
      t.see(
        'v1beta1',
        (await w('v1beta1')).map((x) => [x.code, x.text]),
      );
      const p = await t.post(`${c.path(undefined, 'v1')}?dryRun=All`, {
        apiVersion: `${c.group}/v1`,
        kind: 'Widget',
        metadata: { name: 'a' },
      });
      t.see('on create', [p.status, warnings(p).length]);
    },
  },
];
