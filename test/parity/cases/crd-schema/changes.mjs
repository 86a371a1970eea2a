import {
  APPLY,
  CRDS,
  cr,
  crdBody,
  JSONP,
  MERGE,
  messages,
  need,
  seeError,
  specSchema,
  update,
  warnings,
} from '../../support/case-helpers.mjs';
import { values } from './helpers.mjs';

export const cases = [
  // ---- numbers
  {
    name: 'integers of 64 bits in a schema: as they are stored, enforced, defaulted and published',
    async run(t) {
      const exact = JSON.stringify(
        crdBody(t, {
          plural: 'exacts',
          kind: 'Exact',
          scope: 'Cluster',
          schema: specSchema({
            a: { type: 'integer', format: 'int64', maximum: 'MOST', minimum: 'LEAST' },
            b: { type: 'integer', enum: ['ODD', 1] },
            c: { type: 'integer', format: 'int64', default: 'ODD' },
          }),
        }),
      )
        .replace('"MOST"', '9223372036854775807')
        .replace('"LEAST"', '-9223372036854775808')
        .replaceAll('"ODD"', '9007199254740993');
      const path = `/apis/${t.id}.example.com/v1/exacts`;
      const created = await t.post(CRDS, exact);
      t.cleanup(() => t.del(`${CRDS}/exacts.${t.id}.example.com`));
      t.see('created', created.text.match(/"(maximum|minimum|enum|default)":[^,}]+/g));
      await need(t, 'served', async () => (await t.get(path)).status === 200);
      const first = `{"apiVersion":"${t.id}.example.com/v1","kind":"Exact","metadata":{"name":"one"},"spec":`;
      t.see(
        'largest',
        (await t.post(`${path}?dryRun=All`, `${first}{"a":9223372036854775807,"b":9007199254740993}}`)).text.match(
          /"spec":.*/,
        )?.[0],
      );
      seeError(t, 'of another enum', await t.post(`${path}?dryRun=All`, `${first}{"b":9007199254740992}}`));
      const other = await t.crd({ scope: 'Cluster' });
      t.see('a definition after it', (await t.get(other.path())).status);
    },
  },
  // ---- pruning
  {
    name: 'preserve-unknown-fields at the root keeps all but unknown metadata',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      });
      const r = await t.post(`${c.path()}?dryRun=All`, {
        ...cr(c, 'a', { metadata: { ghost: 'x', labels: { a: 'b' } } }),
        anything: { goes: true },
        spec: [1],
      });
      t.see('object', r.json);
    },
  },
  {
    name: 'without preserve-unknown-fields unknown root fields are pruned',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ a: { type: 'string' } }) });
      const r = await t.post(c.path(), { ...cr(c, 'a', { spec: { a: 'x' } }), extra: 1 });
      t.see('created', r.json);
      t.see('read', (await t.get(`${c.path()}/a`)).json);
    },
  },
  {
    name: 'unknown fields of an old object are pruned on read after the schema drops them',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ a: { type: 'string' }, b: { type: 'string' } }) });
      await t.post(c.path(), cr(c, 'a', { spec: { a: 'x', b: 'y' } }));
      await update(t, c.crdPath, (o) => {
        delete o.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.b;
      });
      const r = await need(t, 'pruned', async () => {
        const r = await t.get(`${c.path()}/a`);
        return r.status === 200 && !r.json.spec.b && r;
      });
      t.see('read', r.json.spec);
      t.see(
        'list',
        (
          await need(t, 'list', async () => {
            const r = await t.get(c.path());
            return r.status === 200 && r;
          })
        ).json.items.map((i) => i.spec),
      );
    },
  },
  values(
    'embedded resources keep their metadata and are validated',
    { e: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true } },
    [
      [
        'ok',
        { e: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', labels: { a: 'b' } }, data: { k: 'v' } } },
      ],
      ['no kind', { e: { apiVersion: 'v1', metadata: { name: 'x' } } }],
      ['bad label', { e: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', labels: { 'a b': 'c' } } } }],
      ['bad apiVersion', { e: { apiVersion: 'a/b/c', kind: 'ConfigMap', metadata: {} } }],
    ],
  ),
  values(
    'embedded resources with a schema are pruned except apiVersion, kind and metadata',
    {
      e: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: { spec: { type: 'object', properties: { b: { type: 'string' } } } },
      },
    },
    [
      [
        'pruned',
        {
          e: {
            apiVersion: 'x.example.com/v1',
            kind: 'Thing',
            metadata: { name: 'x', annotations: { a: 'b' } },
            spec: { b: 'y', c: 1 },
            status: {},
          },
        },
      ],
    ],
  ),
  // ---- defaulting
  values(
    'defaults are set on create, also nested, in lists and maps',
    {
      s: { type: 'string', default: 'dflt' },
      i: { type: 'integer', default: 3 },
      b: { type: 'boolean', default: false },
      l: { type: 'array', default: ['x'], items: { type: 'string' } },
      o: { type: 'object', default: {}, properties: { in: { type: 'string', default: 'inner' } } },
      none: { type: 'object', properties: { in: { type: 'string', default: 'unset' } } },
      items: { type: 'array', items: { type: 'object', properties: { v: { type: 'integer', default: 7 } } } },
      map: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { v: { type: 'integer', default: 8 } } },
      },
    },
    [
      ['empty', {}],
      ['partly', { s: 'set', i: 0, none: {}, items: [{}, { v: 1 }], map: { k: {} } }],
    ],
  ),
  {
    name: 'defaults are not set when the parent is absent',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ a: { type: 'string', default: 'x' } }) });
      const r = await t.post(`${c.path()}?dryRun=All`, cr(c, 'a'));
      t.see('spec', r.json.spec);
    },
  },
  {
    name: 'defaults are set on update and patch when a field is removed',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ a: { type: 'string', default: 'dflt' } }) });
      await t.post(c.path(), cr(c, 'a', { spec: { a: 'x' } }));
      t.see(
        'put',
        (
          await update(t, `${c.path()}/a`, (o) => {
            o.spec = {};
          })
        ).json.spec,
      );
      await t.patch(`${c.path()}/a`, { spec: { a: 'y' } }, MERGE);
      t.see('merge', (await t.patch(`${c.path()}/a`, { spec: { a: null } }, MERGE)).json.spec);
      t.see('json', (await t.patch(`${c.path()}/a`, [{ op: 'remove', path: '/spec/a' }], JSONP)).json.spec);
      const r = await t.patch(`${c.path()}/b?fieldManager=m`, cr(c, 'b', { spec: {} }), APPLY);
      t.see('apply', { code: r.status, spec: r.json.spec });
    },
  },
  // ---- ratcheting
  {
    name: 'an unchanged invalid value is tolerated on update, a changed one not',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ a: { type: 'string' }, b: { type: 'string' } }) });
      await t.post(c.path(), cr(c, 'a', { spec: { a: 'toolong', b: 'x' } }));
      await update(t, c.crdPath, (o) => {
        o.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a.maxLength = 3;
      });
      await need(
        t,
        'new schema',
        async () => (await t.post(`${c.path()}?dryRun=All`, cr(c, 'b', { spec: { a: 'toolong' } }))).status === 422,
      );
      const ok = await t.patch(`${c.path()}/a`, { spec: { b: 'y' } }, MERGE);
      t.see('unrelated change', { code: ok.status, spec: ok.json.spec });
      seeError(t, 'changed but invalid', await t.patch(`${c.path()}/a`, { spec: { a: 'toolonger' } }, MERGE));
      t.see('made valid', (await t.patch(`${c.path()}/a`, { spec: { a: 'ok' } }, MERGE)).status);
      seeError(t, 'back again', await t.patch(`${c.path()}/a`, { spec: { a: 'toolong' } }, MERGE));
    },
  },
  {
    name: 'a newly required field is not tolerated when its object changes',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({
          o: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
          z: { type: 'string' },
        }),
      });
      await t.post(c.path(), cr(c, 'a', { spec: { o: { a: 'x' } } }));
      await update(t, c.crdPath, (o) => {
        o.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.o.required = ['b'];
      });
      await need(
        t,
        'new schema',
        async () => (await t.post(`${c.path()}?dryRun=All`, cr(c, 'b', { spec: { o: {} } }))).status === 422,
      );
      t.see('elsewhere', (await t.patch(`${c.path()}/a`, { spec: { z: 'y' } }, MERGE)).status);
      seeError(t, 'in the object', await t.patch(`${c.path()}/a`, { spec: { o: { a: 'y' } } }, MERGE));
    },
  },
  {
    name: 'list items are ratcheted by their key in a list map',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({
          l: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['n'],
            items: { type: 'object', required: ['n'], properties: { n: { type: 'string' }, v: { type: 'integer' } } },
          },
        }),
      });
      await t.post(c.path(), cr(c, 'a', { spec: { l: [{ n: 'one', v: 1 }] } }));
      await update(t, c.crdPath, (o) => {
        o.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.l.items.properties.v.minimum = 5;
      });
      await need(
        t,
        'new schema',
        async () =>
          (await t.post(`${c.path()}?dryRun=All`, cr(c, 'b', { spec: { l: [{ n: 'x', v: 1 }] } }))).status === 422,
      );
      const ok = await t.patch(
        `${c.path()}/a`,
        {
          spec: {
            l: [
              { n: 'two', v: 9 },
              { n: 'one', v: 1 },
            ],
          },
        },
        MERGE,
      );
      t.see('item moved', ok.status);
      seeError(
        t,
        'bad new item',
        await t.patch(
          `${c.path()}/a`,
          {
            spec: {
              l: [
                { n: 'one', v: 1 },
                { n: 'three', v: 2 },
              ],
            },
          },
          MERGE,
        ),
      );
    },
  },
  // ---- apply with list types
  {
    name: 'apply merges a list map by key and a set by value, and replaces an atomic list',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({
          m: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['n'],
            items: { type: 'object', required: ['n'], properties: { n: { type: 'string' }, v: { type: 'integer' } } },
          },
          s: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
          a: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
        }),
      });
      await t.patch(
        `${c.path()}/a?fieldManager=one`,
        cr(c, 'a', { spec: { m: [{ n: 'x', v: 1 }], s: ['a'], a: ['1'] } }),
        APPLY,
      );
      const r = await t.patch(
        `${c.path()}/a?fieldManager=two&force=true`,
        cr(c, 'a', { spec: { m: [{ n: 'y', v: 2 }], s: ['b'], a: ['2'] } }),
        APPLY,
      );
      t.see('merged', { code: r.status, spec: r.json.spec });
      t.see(
        'fields',
        r.json.metadata.managedFields.map((m) => [m.manager, m.fieldsV1]).sort((a, b) => (a[0] < b[0] ? -1 : 1)),
      );
    },
  },
  {
    name: 'apply treats an atomic map as one value',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({
          o: {
            type: 'object',
            'x-kubernetes-map-type': 'atomic',
            properties: { a: { type: 'string' }, b: { type: 'string' } },
          },
        }),
      });
      await t.patch(`${c.path()}/a?fieldManager=one`, cr(c, 'a', { spec: { o: { a: '1' } } }), APPLY);
      seeError(
        t,
        'conflict',
        await t.patch(`${c.path()}/a?fieldManager=two`, cr(c, 'a', { spec: { o: { b: '2' } } }), APPLY),
      );
      const r = await t.patch(
        `${c.path()}/a?fieldManager=two&force=true`,
        cr(c, 'a', { spec: { o: { b: '2' } } }),
        APPLY,
      );
      t.see('forced', r.json.spec);
    },
  },
  {
    name: 'fieldValidation Strict names unknown fields in lists and maps but not below preserve-unknown-fields',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({
          l: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        }),
      });
      const r = await t.post(
        `${c.path()}?fieldValidation=Strict`,
        cr(c, 'a', { spec: { l: [{ b: 'x' }, { ghost: 1 }], free: { any: 1 } } }),
      );
      t.see('strict', {
        code: r.status,
        named: messages(r).includes('spec.l[1].ghost'),
        free: messages(r).includes('free'),
      });
      const w = await t.post(`${c.path()}?dryRun=All`, cr(c, 'a', { spec: { l: [{ ghost: 1 }] } }));
      t.see(
        'warn',
        warnings(w).map((x) => x.text.includes('spec.l[0].ghost')),
      );
    },
  },
];
