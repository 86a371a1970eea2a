// Structural schemas of CustomResourceDefinitions: what is refused, how values are validated, defaulted and pruned.
import {
  APPLY,
  CRDS,
  cr,
  crdBody,
  JSONP,
  MERGE,
  messages,
  need,
  patiently,
  seeErr,
  specSchema,
  update,
  warnings,
} from '../support/util.mjs';
export const parallel = 8;
const obj = (properties, more = {}) => ({ type: 'object', ...(properties ? { properties } : {}), ...more });
/** A CRD with this root schema is refused with these field paths (or accepted). */
const schemaCase = (name, schema, extra = {}) => ({
  name,
  async run(t) {
    seeErr(t, 'create', await t.post(`${CRDS}?dryRun=All`, crdBody(t, { schema, ...extra })));
  },
});
/** The same for a schema of .spec.a. */
const fieldCase = (name, a, more) => schemaCase(name, specSchema({ a }, more));
/** Custom resources with each spec against a schema of spec's properties: records the code and the causes, or the stored spec. */
const values = (name, properties, list, more = {}, opts = {}) => ({
  name,
  async run(t) {
    const c = await t.crd({ scope: 'Cluster', schema: specSchema(properties, more) });
    const rs = await Promise.all(
      list.map(([, spec]) =>
        t.post(
          `${c.path()}?dryRun=All&fieldValidation=Ignore`,
          typeof spec === 'string'
            ? `{"apiVersion":"${c.apiVersion}","kind":"Widget","metadata":{"name":"a"},"spec":${spec}}`
            : cr(c, 'a', { spec }),
        ),
      ),
    );
    list.forEach(([label], i) => {
      const r = rs[i];
      if (r.status < 300) t.see(label, { code: r.status, spec: r.json.spec });
      else seeErr(t, label, r, opts.keep ?? ((c) => !c.startsWith('<nil>')));
    });
  },
});
/** One string format: good values are taken, bad ones refused. */
const format = (f, good, bad) =>
  values(`format ${f} takes its values and refuses others`, { a: { type: 'string', format: f } }, [
    ...good.map((v) => [`good ${v}`, { a: v }]),
    ...bad.map((v) => [`bad ${v}`, { a: v }]),
  ]);
export const cases = patiently([
  // ---- structural rules
  schemaCase('a root schema of a type other than object is refused', { type: 'array', items: { type: 'string' } }),
  fieldCase('an array without items is refused', { type: 'array' }),
  fieldCase('an unknown type is refused', { type: 'colour' }),
  fieldCase('type null is refused', { type: 'null' }),
  fieldCase('additionalProperties in anyOf is refused', {
    type: 'object',
    anyOf: [{ additionalProperties: { type: 'string' } }],
  }),
  fieldCase('patternProperties are refused', { type: 'object', patternProperties: { '^a': { type: 'string' } } }),
  fieldCase('additionalItems are refused', {
    type: 'array',
    items: { type: 'string' },
    additionalItems: { type: 'string' },
  }),
  fieldCase('type inside anyOf, allOf, oneOf and not is refused', {
    type: 'object',
    anyOf: [{ type: 'object' }],
    allOf: [{ type: 'object' }],
    oneOf: [{ type: 'object' }],
    not: { type: 'object' },
  }),
  fieldCase('description, default and nullable inside anyOf are refused', {
    type: 'object',
    properties: { b: { type: 'string' } },
    anyOf: [{ description: 'x', properties: { b: { default: 'x', nullable: true } } }],
  }),
  schemaCase(
    'items named only in allOf are refused',
    obj({ b: { type: 'string' } }, { allOf: [{ properties: { b: { items: { minLength: 1 } } } }] }),
  ),
  fieldCase('x-kubernetes-embedded-resource on a string is refused', {
    type: 'string',
    'x-kubernetes-embedded-resource': true,
  }),
  schemaCase(
    'root metadata with required or minProperties is refused',
    obj({ metadata: { type: 'object', minProperties: 3 } }),
  ),
  fieldCase('a list of type map without keys is refused', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    items: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
  }),
  fieldCase('a list map key that is no property is refused', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['nope'],
    items: { type: 'object', properties: { n: { type: 'string' } } },
  }),
  fieldCase('a list map key with a default is accepted', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n'],
    items: { type: 'object', properties: { n: { type: 'string', default: 'x' } } },
  }),
  fieldCase('a list map key twice is refused', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n', 'n'],
    items: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
  }),
  fieldCase('list map keys without list type map are refused', {
    type: 'array',
    'x-kubernetes-list-map-keys': ['n'],
    items: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
  }),
  fieldCase('a list type on an object and a map type on an array are refused', {
    type: 'object',
    'x-kubernetes-list-type': 'atomic',
    properties: { b: { type: 'array', items: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' } },
  }),
  // ---- defaults in the CRD
  fieldCase('a default that does not validate is refused', { type: 'string', maxLength: 2, default: 'too long' }),
  fieldCase('a default for an embedded resource must have its type meta', {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    default: { spec: {} },
  }),
  fieldCase('x-kubernetes-int-or-string with preserve-unknown-fields or embedded-resource is refused', {
    type: 'object',
    'x-kubernetes-int-or-string': true,
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-embedded-resource': true,
  }),
  {
    name: 'an error in one of several versions names the version',
    async run(t) {
      seeErr(
        t,
        'create',
        await t.post(
          `${CRDS}?dryRun=All`,
          crdBody(t, {
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: { openAPIV3Schema: specSchema({ a: { type: 'string' } }) },
              },
              { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: specSchema({ a: {} }) } },
            ],
          }),
        ),
      );
    },
  },
  // ---- types
  values('type string refuses numbers, booleans, lists and objects', { a: { type: 'string' } }, [
    ['ok', { a: 'x' }],
    ['empty', { a: '' }],
    ['number', { a: 1 }],
    ['boolean', { a: true }],
    ['list', { a: [] }],
    ['object', { a: {} }],
  ]),
  values('type number takes integers and fractions', { a: { type: 'number' } }, [
    ['integer', { a: 7 }],
    ['fraction', { a: 1.5 }],
    ['exponent', '{"a":1e3}'],
    ['string', { a: '1.5' }],
  ]),
  values(
    'type array and object refuse each other',
    { a: { type: 'array', items: { type: 'integer' } }, o: { type: 'object', properties: { b: { type: 'string' } } } },
    [
      ['ok', { a: [1, 2], o: { b: 'x' } }],
      ['object for array', { a: {} }],
      ['array for object', { o: [] }],
      ['string for object', { o: 'x' }],
      ['wrong item', { a: [1, 'x', true] }],
      ['empty', { a: [], o: {} }],
    ],
  ),
  {
    name: 'an int64 beyond 2^53 is stored exactly',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ i: { type: 'integer', format: 'int64' } }) });
      const r = await t.post(
        c.path(),
        `{"apiVersion":"${c.apiVersion}","kind":"Widget","metadata":{"name":"a"},"spec":{"i":9223372036854775807}}`,
      );
      t.see('created', r.status);
      t.see('exact', (await t.get(`${c.path()}/a`)).text.includes('9223372036854775807'));
    },
  },
  // ---- numbers
  values('minimum and maximum', { a: { type: 'integer', minimum: 2, maximum: 5 } }, [
    ['low', { a: 1 }],
    ['min', { a: 2 }],
    ['max', { a: 5 }],
    ['high', { a: 6 }],
  ]),
  // ---- strings
  values(
    'pattern is unanchored',
    { a: { type: 'string', pattern: 'b+c' }, b: { type: 'string', pattern: '^[a-z]+$' } },
    [
      ['ok', { a: 'abbcd', b: 'xyz' }],
      ['not', { a: 'bd' }],
      ['anchored', { b: 'xyZ' }],
    ],
  ),
  format(
    'date-time',
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.123+02:00'],
    ['2024-02-29', 'yesterday', '2024-13-01T00:00:00Z'],
  ),
  format('date', ['2024-02-29'], ['29.2.2024', 'x', '2023-02-30']),
  format('ipv4', ['10.0.0.1'], ['10.0.0', '::1', '256.0.0.1']),
  format('ipv6', ['::1', 'fe80::1'], ['10.0.0.1', ':::']),
  format('uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']),
  format('email', ['a@example.com'], ['not an address']),
  format('hexcolor', ['#fff', '#00ff00'], ['red', '#ggg']),
  format('creditcard', ['4111111111111111'], ['1234']),
  format('rgbcolor', ['rgb(255,255,255)'], ['white']),
  format('k8s-short-name', ['a-1'], ['a.b', 'Not_Ok']),
  values('an unknown format is not checked', { a: { type: 'string', format: 'favourite-colour' } }, [
    ['any', { a: 'whatever' }],
  ]),
  // ---- arrays and objects
  values('a required root field is named', { a: { type: 'string' } }, [['missing', {}]], { required: ['a'] }),
  values(
    'a set refuses duplicates',
    { s: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
    [
      ['ok', { s: ['b', 'a'] }],
      ['twice', { s: ['a', 'b', 'a'] }],
    ],
  ),
  // ---- combinations
  values(
    'anyOf needs one match',
    {
      a: {
        type: 'object',
        properties: { b: { type: 'string' }, c: { type: 'string' } },
        anyOf: [{ required: ['b'] }, { required: ['c'] }],
      },
    },
    [
      ['first', { a: { b: 'x' } }],
      ['both', { a: { b: 'x', c: 'y' } }],
      ['none', { a: {} }],
    ],
    {},
    { keep: () => false },
  ),
  values('allOf needs every match', { a: { type: 'integer', allOf: [{ minimum: 3 }, { maximum: 5 }] } }, [
    ['ok', { a: 4 }],
    ['low', { a: 2 }],
    ['high', { a: 6 }],
  ]),
  values(
    'not must not match',
    { a: { type: 'string', not: { enum: ['bad'] } } },
    [
      ['ok', { a: 'good' }],
      ['bad', { a: 'bad' }],
    ],
    {},
    { keep: () => false },
  ),
  // ---- null
  values(
    'null for a nullable field is kept',
    {
      a: { type: 'string', nullable: true },
      o: { type: 'object', nullable: true, properties: { b: { type: 'string' } } },
    },
    [['nulls', { a: null, o: null }]],
  ),
  values(
    'null for a field that is not nullable is pruned, null in a list is refused',
    { a: { type: 'string' }, l: { type: 'array', items: { type: 'string' } } },
    [
      ['null', { a: null }],
      ['null item', { l: [null] }],
      ['null list', { l: null }],
    ],
  ),
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
      seeErr(t, 'changed but invalid', await t.patch(`${c.path()}/a`, { spec: { a: 'toolonger' } }, MERGE));
      t.see('made valid', (await t.patch(`${c.path()}/a`, { spec: { a: 'ok' } }, MERGE)).status);
      seeErr(t, 'back again', await t.patch(`${c.path()}/a`, { spec: { a: 'toolong' } }, MERGE));
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
      seeErr(t, 'in the object', await t.patch(`${c.path()}/a`, { spec: { o: { a: 'y' } } }, MERGE));
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
      seeErr(
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
      seeErr(
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
]);
