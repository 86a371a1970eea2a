// The order of what strict decoding finds: unknown and duplicate fields, in bodies and in patches, of built-in kinds and
// custom resources, with embedded resources.
export const parallel = 4;

const embedded = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        a: { type: 'string' },
        n: { type: 'integer' },
        list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
        inner: embedded,
        more: { type: 'object', additionalProperties: embedded },
      },
    },
  },
};

const warningsOf = ({ headers }) => [headers.warning ?? []].flat();
/** The text of a patched object, which some messages contain, is not compared. */
const messageOf = ({ message }) =>
  message.replace(/Invalid value: "\{.*\}": strict/s, 'Invalid value: "<object>": strict');
function see(t, label, response) {
  const message = response.json?.kind === 'Status' ? messageOf(response.json) : null;
  t.see(label, { code: response.status, message, warnings: warningsOf(response) }, { message: true });
}

/** Bodies as text, so that fields can be repeated. */
const bodies = {
  'unknown and duplicate fields': {
    json: (head) => `{${head},"zzz":1,"spec":{"a":"x","a":"y","bbb":1},"aaa":2}`,
    yaml: (head) => `${head}\nzzz: 1\nspec:\n  a: x\n  a: y\n  bbb: 1\naaa: 2\n`,
  },
  'a duplicate after an unknown field': {
    json: (head) => `{${head},"spec":{"zzz":1,"a":"x","a":"y"}}`,
    yaml: (head) => `${head}\nspec:\n  zzz: 1\n  a: x\n  a: y\n`,
  },
  'an unknown field twice': {
    json: (head) => `{${head},"spec":{"zzz":1,"zzz":2}}`,
    yaml: (head) => `${head}\nspec:\n  zzz: 1\n  zzz: 2\n`,
  },
  'unknown metadata': {
    json: (head) => `{${head.replace('"metadata":{', '"metadata":{"bogus":1,')},"spec":{"zzz":1}}`,
    yaml: (head) => `${head}\n  bogus: 1\nspec:\n  zzz: 1\n`,
  },
  'duplicate metadata': {
    json: (head) =>
      `{${head.replace('"metadata":{', '"metadata":{"labels":{"a":"b"},"labels":{"a":"c"},"bogus":1,')},"spec":{"zzz":1}}`,
    yaml: (head) => `${head}\n  labels: {a: b}\n  labels: {a: c}\n  bogus: 1\nspec:\n  zzz: 1\n`,
  },
  'embedded metadata': {
    json: (head) =>
      `{${head},"spec":{"zzz":1,"inner":{"apiVersion":"v1","kind":"X","metadata":{"bogus":1,"name":"n"}},"aaa":1}}`,
    yaml: (head) =>
      `${head}\nspec:\n  zzz: 1\n  inner:\n    apiVersion: v1\n    kind: X\n    metadata:\n      bogus: 1\n      name: n\n  aaa: 1\n`,
  },
  'embedded metadata and duplicates': {
    json: (head) =>
      `{${head},"spec":{"a":"x","a":"y","inner":{"apiVersion":"v1","kind":"X","metadata":{"bogus":1,"name":"n","name":"m"}},"zzz":1}}`,
    yaml: (head) =>
      `${head}\nspec:\n  a: x\n  a: y\n  inner:\n    apiVersion: v1\n    kind: X\n    metadata:\n      bogus: 1\n      name: n\n      name: m\n  zzz: 1\n`,
  },
  'unknown fields of all kinds of metadata': {
    json: (head) =>
      `{${head.replace('"metadata":{', '"metadata":{"outer":1,')},"spec":{"more":{"b":{"apiVersion":"v1","kind":"X","metadata":{"two":1}},"a":{"apiVersion":"v1","kind":"X","metadata":{"one":1}}},"zzz":1}}`,
    yaml: (head) =>
      `${head}\n  outer: 1\nspec:\n  more:\n    b: {apiVersion: v1, kind: X, metadata: {two: 1}}\n    a: {apiVersion: v1, kind: X, metadata: {one: 1}}\n  zzz: 1\n`,
  },
  'unknown fields in a list': {
    json: (head) => `{${head},"spec":{"list":[{"b":1},{"a":"x","a":"y"},{"c":1}]}}`,
    yaml: (head) => `${head}\nspec:\n  list:\n  - b: 1\n  - a: x\n    a: y\n  - c: 1\n`,
  },
};

const heads = {
  json: (apiVersion, kind, name) => `"apiVersion":"${apiVersion}","kind":"${kind}","metadata":{"name":"${name}"}`,
  yaml: (apiVersion, kind, name) => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}`,
};

const customCases = Object.entries(bodies).flatMap(([what, forms]) =>
  Object.entries(forms).map(([form, body]) => ({
    name: `custom resource in ${form} with ${what}`,
    async run(t) {
      const ns = await t.ns();
      const { path, apiVersion, kind } = await t.crd({ schema });
      for (const mode of ['Strict', 'Warn']) {
        const text = body(heads[form](apiVersion, kind, mode.toLowerCase()));
        see(
          t,
          `create ${mode}`,
          await t.post(`${path(ns)}?fieldValidation=${mode}`, text, { type: `application/${form}` }),
        );
      }
    },
  })),
);

const configMaps = {
  'unknown and duplicate fields': '"zzz":1,"data":{"a":"x","a":"y"},"aaa":1',
  'a duplicate top-level field': '"zzz":1,"immutable":true,"immutable":false',
  'unknown metadata after data': '"data":{"a":"x"},"zzz":1,"metadata":{"name":"c","bogus":1}',
};
const builtInCases = Object.entries(configMaps).map(([what, rest]) => ({
  name: `config map with ${what}`,
  async run(t) {
    const path = `/api/v1/namespaces/${await t.ns()}/configmaps`;
    for (const mode of ['Strict', 'Warn', 'Ignore']) {
      const text = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${mode.toLowerCase()}"},${rest}}`;
      see(t, mode, await t.post(`${path}?fieldValidation=${mode}`, text, { type: 'application/json' }));
    }
  },
}));

const patches = {
  'json patch with an unknown field and a duplicate': [
    'application/json-patch+json',
    '[{"op":"add","path":"/zzz","value":1,"value":2},{"op":"add","path":"/spec/yyy","value":1}]',
  ],
  'json patch with a duplicate operation field': [
    'application/json-patch+json',
    '[{"op":"add","op":"add","path":"/spec/yyy","value":1}]',
  ],
  'json patch whose operations have unknown fields and duplicates': [
    'application/json-patch+json',
    '[{"op":"add","op":"add","path":"/zzz","foo":{"a":1,"a":2},"foo":1,"value":1},{"bar":1,"op":"add","path":"/spec/yyy","value":1,"value":2}]',
  ],
  'json patch with unknown fields of operations alone': [
    'application/json-patch+json',
    '[{"op":"add","path":"/zzz","foo":1,"value":1},{"op":"add","path":"/spec/yyy","bar":1,"value":1}]',
  ],
  'json patch whose value repeats a field': [
    'application/json-patch+json',
    '[{"op":"add","path":"/spec","value":{"a":"x","a":"y","zzz":1}}]',
  ],
  'json patch that adds to metadata': [
    'application/json-patch+json',
    '[{"op":"add","path":"/metadata/bogus","value":1},{"op":"add","path":"/spec/zzz","value":1}]',
  ],
  'merge patch with an unknown field and a duplicate': [
    'application/merge-patch+json',
    '{"zzz":1,"spec":{"a":"x","a":"y","yyy":1}}',
  ],
  'merge patch with metadata': [
    'application/merge-patch+json',
    '{"metadata":{"bogus":1,"labels":{"a":"b"},"labels":{"a":"c"}},"spec":{"yyy":1}}',
  ],
  'merge patch with embedded metadata': [
    'application/merge-patch+json',
    '{"spec":{"yyy":1,"inner":{"apiVersion":"v1","kind":"X","metadata":{"bogus":1}}}}',
  ],
};
const patchCases = Object.entries(patches).flatMap(([what, [type, text]]) => [
  {
    name: `custom resource: ${what}`,
    async run(t) {
      const ns = await t.ns();
      const { path, apiVersion, kind } = await t.crd({ schema });
      await t.post(path(ns), { apiVersion, kind, metadata: { name: 'p' }, spec: {} });
      for (const mode of ['Strict', 'Warn'])
        see(t, mode, await t.patch(`${path(ns)}/p?fieldValidation=${mode}`, text, type));
    },
  },
  {
    name: `deployment: ${what}`,
    async run(t) {
      const path = `/apis/apps/v1/namespaces/${await t.ns()}/deployments`;
      const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
      await t.post(path, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'p' },
        spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template },
      });
      // The whole spec cannot be replaced.
      const fitting = text.replace(
        '"path":"/spec","value":{"a":"x","a":"y","zzz":1}',
        '"path":"/metadata/labels","value":{"a":"x","a":"y"}',
      );
      for (const mode of ['Strict', 'Warn'])
        see(t, mode, await t.patch(`${path}/p?fieldValidation=${mode}`, fitting, type));
    },
  },
]);

export const cases = [...customCases, ...builtInCases, ...patchCases];
