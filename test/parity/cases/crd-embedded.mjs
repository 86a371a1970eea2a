// Defaults of embedded resources, and rules that cannot be compiled after an update of the definition.
export const parallel = 4;

const open = { 'x-kubernetes-preserve-unknown-fields': true };
const embedded = (more = {}) => ({ type: 'object', 'x-kubernetes-embedded-resource': true, ...open, ...more });
const object = (properties, more = {}) => ({ type: 'object', properties, ...more });
const inner = (metadata, more = {}) => ({ apiVersion: 'v1', kind: 'Pod', metadata, ...more });

const schemas = {
  'with unknown metadata': object({ e: embedded({ default: inner({ name: 'n', unknown: 'x' }) }) }),
  'with unknown fields': object({ e: embedded({ default: inner({ name: 'n' }, { other: 1 }) }) }),
  'with unknown metadata and a schema': object({
    e: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: object({ a: { type: 'string' } }) },
      default: inner({ name: 'n', unknown: 'x' }, { spec: { a: 'x' } }),
    },
  }),
  'in a list': object({ list: { type: 'array', items: embedded(), default: [inner({ name: 'n', unknown: 'x' })] } }),
  'in a map': object({
    map: { type: 'object', additionalProperties: embedded(), default: { k: inner({ name: 'n', unknown: 'x' }) } },
  }),
  'whose metadata has a default': object({
    e: embedded({ properties: { metadata: { type: 'object', default: { name: 'n', unknown: 'x' } } } }),
  }),
  'whose field of metadata has a default': object({
    e: embedded({ properties: { metadata: object({ name: { type: 'string', default: 'n' } }) } }),
  }),
  'within another': object({
    e: embedded({ default: inner({ name: 'n' }, { deep: inner({ name: 'm', unknown: 1 }) }) }),
  }),
  'in a parent with a default': object({
    p: object({ e: embedded() }, { default: { e: inner({ name: 'n', unknown: 'x' }) } }),
  }),
};

const sent = {
  nothing: {},
  'an embedded resource': { e: { apiVersion: 'v1', kind: 'X' } },
};

const see = (t, label, { status, json }) =>
  t.see(
    label,
    { code: status, message: json?.kind === 'Status' ? json.message : null, spec: json?.spec ?? null },
    { message: true },
  );

const defaultCases = Object.entries(schemas).map(([what, spec]) => ({
  name: `default of an embedded resource ${what}`,
  async run(t) {
    const ns = await t.ns();
    const { created, path, apiVersion, kind } = await t.crd({ schema: object({ spec }) });
    t.see(
      'definition',
      { code: created.status, message: created.json.kind === 'Status' ? created.json.message : null },
      { message: true },
    );
    if (created.status >= 300) return;
    for (const [at, [label, body]] of Object.entries(sent).entries()) {
      const name = `w${at}`;
      see(t, label, await t.post(path(ns), { apiVersion, kind, metadata: { name }, spec: body }));
      see(t, `${label}, read`, await t.get(`${path(ns)}/${name}`));
    }
    see(
      t,
      'strict',
      await t.post(`${path(ns)}?fieldValidation=Strict`, { apiVersion, kind, metadata: { name: 's' }, spec: {} }),
    );
  },
}));

const rules = { 'x-kubernetes-validations': [{ rule: '0 <= self.replicas && self.replicas <= 10' }] };
const item = { type: 'object', properties: { replicas: { type: 'integer' } }, ...rules };
const list = { type: 'array', maxItems: 100, items: item };
const broken = {
  'of items of what has become an object': { type: 'object', items: item },
  'of items of what has become a string': { type: 'string', items: item },
  'whose field is gone': { ...list, items: { ...item, properties: { other: { type: 'integer' } } } },
  'of what has become a map': { type: 'object', additionalProperties: item },
};

const ruleCases = Object.entries(broken).map(([what, backend]) => ({
  name: `a rule ${what}`,
  async run(t) {
    const ns = await t.ns();
    const { path, apiVersion, kind, crdPath } = await t.crd({ schema: object({ spec: object({ backend: list }) }) });
    const widget = (name, spec) => ({ apiVersion, kind, metadata: { name }, spec });
    see(t, 'create', await t.post(path(ns), widget('w', { backend: [{ replicas: 8 }] })));
    const definition = (await t.get(crdPath)).json;
    definition.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.backend = backend;
    const changed = await t.put(crdPath, definition);
    t.see(
      'definition',
      {
        code: changed.status,
        message:
          changed.json.kind === 'Status' ? changed.json.message.replace(/^.*? is invalid/, 'it is invalid') : null,
      },
      { message: true },
    );
    if (changed.status >= 300) return;
    await t.eventually(
      async () =>
        (await t.post(`${path(ns)}?dryRun=All`, widget('probe', { backend: [{ replicas: 1 }] }))).status !== 201,
      5000,
    );
    const live = (await t.get(`${path(ns)}/w`)).json;
    see(
      t,
      'update',
      await t.put(`${path(ns)}/w`, { ...live, metadata: { ...live.metadata, labels: { key: 'value' } } }),
    );
    see(t, 'create a list', await t.post(path(ns), widget('x', { backend: [{ replicas: 8 }] })));
    see(t, 'create an object', await t.post(path(ns), widget('y', { backend: {} })));
    see(t, 'create a map', await t.post(path(ns), widget('m', { backend: { a: { replicas: 11 } } })));
    see(t, 'create nothing', await t.post(path(ns), widget('z', {})));
  },
}));

export const cases = [...defaultCases, ...ruleCases];
