// Objects that are too large for etcd, with and without their managed fields, and requests that are too large.
export const needsEtcd = true;

/** Fields of about 20 bytes each, which managed fields repeat. */
const fields = (count, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field-${String(at).padStart(6, '0')}`, value]));
/** A little over half of what etcd accepts, most of it names of fields. */
const half = 50_000;
const megabytes = (count) => 'x'.repeat(count * 1024 * 1024);

function see(t, label, { status, json }) {
  const message = json?.kind === 'Status' ? json.message.replace(/\(\d+ vs/, '(<size> vs') : undefined;
  const managers = json?.metadata?.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`);
  t.see(
    label,
    { code: status, reason: json?.reason, message, managers, spec: Object.keys(json?.spec ?? {}).length },
    { message: true },
  );
}

async function widgets(t) {
  const ns = await t.ns();
  const { path, apiVersion, kind } = await t.crd();
  const widget = (spec, more) => ({ apiVersion, kind, metadata: { name: 'w', ...more }, spec });
  return { path: path(ns), widget };
}

const types = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

export const cases = [
  ...['create', 'dry run'].map((kind) => ({
    name: `${kind} of an object that is too large with managed fields`,
    async run(t) {
      const { path, widget } = await widgets(t);
      see(t, 'create', await t.post(`${path}${kind === 'create' ? '' : '?dryRun=All'}`, widget(fields(half))));
      see(t, 'get', await t.get(`${path}/w`));
    },
  })),
  {
    name: 'update to an object that is too large with managed fields',
    async run(t) {
      const { path, widget } = await widgets(t);
      await t.post(path, widget({ a: 'b' }));
      const { json } = await t.get(`${path}/w`);
      see(t, 'update', await t.put(`${path}/w`, { ...json, spec: fields(half) }));
      see(t, 'get', await t.get(`${path}/w`));
      see(t, 'update back', await t.put(`${path}/w`, widget({ a: 'c' })));
    },
  },
  ...['merge', 'json'].map((type) => ({
    name: `${type} patch to an object that is too large with managed fields`,
    async run(t) {
      const { path, widget } = await widgets(t);
      await t.post(path, widget({ a: 'b' }));
      const spec = fields(half);
      const patch = type === 'merge' ? { spec } : [{ op: 'replace', path: '/spec', value: spec }];
      see(t, 'patch', await t.patch(`${path}/w`, patch, types[type]));
      see(t, 'get', await t.get(`${path}/w`));
    },
  })),
  ...['created', 'changed'].map((how) => ({
    name: `apply to an object that is ${how}, and too large with managed fields`,
    async run(t) {
      const { path, widget } = await widgets(t);
      if (how === 'changed') await t.post(path, widget({ a: 'b' }));
      see(t, 'apply', await t.patch(`${path}/w?fieldManager=m&force=true`, widget(fields(half)), types.apply));
      see(t, 'get', await t.get(`${path}/w`));
    },
  })),
  ...[1, 2].map((count) => ({
    name: `create of an object of ${count}.6 MB`,
    async run(t) {
      const { path, widget } = await widgets(t);
      see(t, 'create', await t.post(path, widget({ a: megabytes(count + 0.6) })));
    },
  })),
  {
    name: 'update to an object of 1.6 MB',
    async run(t) {
      const { path, widget } = await widgets(t);
      await t.post(path, widget({ a: 'b' }));
      see(
        t,
        'update',
        await t.put(
          `${path}/w`,
          widget({ a: megabytes(1.6) }, { resourceVersion: (await t.get(`${path}/w`)).json.metadata.resourceVersion }),
        ),
      );
      see(t, 'patch', await t.patch(`${path}/w`, { spec: { a: megabytes(1.6) } }, types.merge));
    },
  },
  ...['post', 'put'].map((verb) => ({
    name: `${verb} of more than 3 MB`,
    async run(t) {
      const { path, widget } = await widgets(t);
      await t.post(path, widget({ a: 'b' }));
      see(t, verb, await t[verb](verb === 'post' ? path : `${path}/w`, widget({ a: megabytes(3.1) })));
      see(t, 'patch', await t.patch(`${path}/w`, { spec: { a: megabytes(3.1) } }, types.merge));
    },
  })),
  {
    name: 'create of a config map that is too large with managed fields',
    async run(t) {
      const ns = await t.ns();
      const path = `/api/v1/namespaces/${ns}/configmaps`;
      see(
        t,
        'create',
        await t.post(path, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: fields(half) }),
      );
      see(t, 'get', await t.get(`${path}/c`));
      see(t, 'patch', await t.patch(`${path}/c`, { data: { more: 'x' } }, 'application/strategic-merge-patch+json'));
    },
  },
  {
    name: 'create of a config map of more than 1 MB',
    async run(t) {
      const path = `/api/v1/namespaces/${await t.ns()}/configmaps`;
      see(
        t,
        'create',
        await t.post(path, {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'c' },
          data: { a: megabytes(1.1) },
        }),
      );
    },
  },
];
