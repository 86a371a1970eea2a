// OpenAPI documents: kinds of every group, definitions whose names collide, and vendor extensions in protobuf.
import { createHash } from 'node:crypto';

const v2 = '/openapi/v2';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const document = async (t, path = v2) => (await t.get(path)).json;
const gvks = (schema) =>
  schema?.['x-kubernetes-group-version-kind']?.map(({ group, version, kind }) => `${group}/${version} ${kind}`);

/** The values of a vendor extension in a v2 document in protobuf: `Any { yaml = 2 }`, after the name. */
function extensions(bytes, name) {
  const found = new Set();
  const varint = (at) => {
    let [value, shift] = [0, 0];
    for (; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return [value, at];
    }
  };
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    let next = at + name.length;
    if (bytes[next++] !== 0x12) continue;
    next = varint(next)[1];
    if (bytes[next++] !== 0x12) continue;
    const [length, start] = varint(next);
    found.add(bytes.toString('utf8', start, start + length));
  }
  return [...found].sort();
}

const names = ['action', 'list-type', 'map-type', 'list-map-keys', 'patch-merge-key', 'patch-strategy', 'unions'];

export const cases = [
  ...['DeleteOptions', 'WatchEvent', 'Status', 'APIResourceList', 'APIGroup', 'APIVersions'].map((kind) => ({
    name: `kinds of ${kind} in v2`,
    async run(t) {
      t.see('kinds', gvks((await document(t)).definitions[`${meta}.${kind}`]) ?? null);
    },
  })),
  ...['api/v1', 'apis/apps/v1', 'apis/batch/v1', 'apis/apiextensions.k8s.io/v1', 'apis/apiregistration.k8s.io/v1'].map(
    (name) => ({
      name: `kinds of DeleteOptions in v3 of ${name}`,
      async run(t) {
        const { components } = await document(t, `/openapi/v3/${name}`);
        t.see('kinds', gvks(components.schemas[`${meta}.DeleteOptions`]) ?? null);
      },
    }),
  ),
  {
    name: 'a definition in v3: shared kinds, and the fields of every object',
    async run(t) {
      const { group } = await t.crd({ schema: { type: 'object', properties: { spec: { type: 'object' } } } });
      const { components } = await t.eventually(async () => {
        const { status, json } = await t.get(`/openapi/v3/apis/${group}/v1`);
        return status === 200 && json;
      });
      const digest = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
      t.see('kinds of DeleteOptions', gvks(components.schemas[`${meta}.DeleteOptions`]));
      const own = Object.entries(components.schemas).filter(([name]) => !name.startsWith('io.k8s.'));
      t.see(
        'descriptions',
        own.map(([, { properties }]) =>
          Object.entries(properties)
            .map(([name, { description }]) => [name, digest(description ?? '')])
            .sort(),
        ),
      );
      t.see('metadata', digest(components.schemas[`${meta}.ObjectMeta`].description));
    },
  },
  {
    name: 'paths of the index of v3',
    async run(t) {
      const { paths } = await document(t, '/openapi/v3');
      // Other cases may have definitions and extension servers of their own.
      t.see(
        'paths',
        Object.keys(paths).filter((path) => !path.includes('example.com')),
      );
    },
  },
  ...[
    'namespaces/{name}',
    'nodes/{name}',
    'persistentvolumes/{name}',
    'namespaces/{namespace}/pods/{name}',
    'namespaces/{namespace}/services/{name}',
    'namespaces/{namespace}/configmaps/{name}',
  ].map((path) => ({
    name: `responses of DELETE ${path}`,
    async run(t) {
      const of2 = (await document(t)).paths[`/api/v1/${path}`].delete.responses;
      t.see(
        'v2',
        Object.entries(of2).map(([code, { schema }]) => `${code} ${schema?.$ref}`),
      );
      const of3 = (await document(t, '/openapi/v3/api/v1')).paths[`/api/v1/${path}`].delete.responses;
      t.see(
        'v3',
        Object.entries(of3).map(([code, { content }]) => `${code} ${content?.['application/json'].schema.$ref}`),
      );
    },
  })),
  ...names.map((name) => ({
    name: `x-kubernetes-${name} in protobuf`,
    async run(t) {
      const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
      const response = await fetch(new URL(v2, t.url), {
        headers: { authorization: `Bearer ${t.adminToken}`, accept },
      });
      t.see('type', response.headers.get('content-type'));
      t.see('values', extensions(Buffer.from(await response.arrayBuffer()), `x-kubernetes-${name}`));
    },
  })),
  ...[
    ['apps.api.k8s.io', 'v1', 'Deployment', 'deployments'],
    ['apps.api.k8s.io', 'v1', 'Other', 'others'],
    ['core.api.k8s.io', 'v1', 'Pod', 'pods'],
    ['batch.api.k8s.io', 'v1', 'JobList', 'joblists'],
  ].map(([group, version, kind, plural]) => ({
    name: `a definition of ${group} ${kind}, whose model may be a built-in one`,
    async run(t) {
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`;
      const crds = path.slice(0, path.lastIndexOf('/'));
      t.cleanup(() => t.del(path));
      const made = await t.post(crds, {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: {
          name: `${plural}.${group}`,
          annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests' },
        },
        spec: {
          group,
          scope: 'Namespaced',
          names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
          versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: open } }],
        },
      });
      t.seeStatus('create', made);
      const place = `/apis/${group}/${version}/namespaces/{namespace}/${plural}`;
      await t.eventually(async () => (await document(t)).paths[place], 15_000);
      const text = (await t.get(v2)).text;
      const model = `io.k8s.api.${group.split('.')[0]}.${version}.${kind}`;
      const { paths, definitions } = JSON.parse(text);
      t.see(
        'models',
        Object.keys(definitions)
          .filter((name) => name === model || name.startsWith(`${model}_`) || name.startsWith(`${model}List`))
          .sort(),
      );
      t.see('times', text.split(`"${model}":{`).length - 1);
      t.see('get', paths[place].get.responses['200'].schema.$ref);
      t.see('post', paths[place].post.responses['201'].schema.$ref);
      for (const name of [model, `${model}_v2`]) t.see(name, gvks(definitions[name]) ?? null);
      const v3 = await t.eventually(() => document(t, `/openapi/v3/apis/${group}/${version}`));
      t.see('v3', v3.paths[place].get.responses['200'].content['application/json'].schema.$ref);
    },
    timeout: 40_000,
  })),
];
