// What is in etcd: objects of versions that are not served any more, objects without the fields of today, and the version
// in which each kind is stored.
import { formerObjects } from '../support/former-objects.mjs';
import { storedKinds } from '../support/stored-kinds.mjs';

export const needsEtcd = true;
export const parallel = 6;

const pathOf = ({ apiVersion, resource, namespaced = true }, ns) =>
  `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}${namespaced ? `/namespaces/${ns}` : ''}/${resource}`;

/** The type that bytes in etcd have, as JSON or in the envelope of protobuf. */
function storedType(bytes) {
  if (bytes === undefined) return 'nothing';
  if (bytes[0] === 0x7b) {
    const { apiVersion, kind } = JSON.parse(bytes);
    return `${apiVersion} ${kind}`;
  }
  const type = bytes.subarray(6, 6 + bytes[5]);
  const version = type.subarray(2, 2 + type[1]);
  return `${version} ${type.subarray(4 + type[1], 4 + type[1] + type[3 + type[1]])}`;
}

const formerCases = formerObjects.map(({ name, kind, apiVersion, today, object, variant, isReadOnly }) => ({
  name: `${apiVersion} ${kind}${variant ? `: ${variant}` : ''} is read from etcd`,
  async run(t) {
    const ns = today.namespaced === false ? '' : await t.ns();
    const id = name ?? `${t.id}-a`;
    const metadata = { name: id, ...(ns && { namespace: ns }), uid: 'u', creationTimestamp: '2020-01-01T00:00:00Z' };
    const { metadata: more, ...rest } = object;
    const key = `/${today.prefix ?? today.resource}/${ns ? `${ns}/` : ''}${id}`;
    t.cleanup(() => t.stored.delete(key));
    // As kube-apiserver writes JSON.
    await t.stored.put(key, `${JSON.stringify({ kind, apiVersion, metadata: { ...metadata, ...more }, ...rest })}\n`);
    const path = pathOf(today, ns);
    const read = await t.eventually(async () => {
      const response = await t.get(`${path}/${id}`);
      return response.status !== 404 && response;
    });
    // A controller writes the status of flow schemas at any time.
    const drop = kind === 'FlowSchema' ? ['status'] : [];
    t.see('get', { code: read.status, body: read.json }, { message: true, drop });
    const list = await t.get(`${path}?fieldSelector=metadata.name=${id}`);
    t.see('list', { code: list.status, items: list.json?.items?.length });
    if (isReadOnly) return;
    const written = await t.patch(
      `${path}/${id}`,
      { metadata: { labels: { new: 'x' } } },
      'application/merge-patch+json',
    );
    t.seeStatus('patch', written);
    t.see('stored', storedType(await t.stored.get(key)));
  },
}));

const storageVersionCases = storedKinds.map(
  ({ apiVersion, resource, namespaced = true, prefix, kind, object, name }) => ({
    name: `${kind} of ${apiVersion} is stored in upstream's version`,
    async run(t) {
      const ns = namespaced ? await t.ns() : '';
      const path = pathOf({ apiVersion, resource, namespaced }, ns);
      const id = name?.(t.id) ?? `${t.id}-a`;
      t.cleanup(() => t.del(`${path}/${id}`));
      const made = await t.post(path, { apiVersion, kind, metadata: { name: id }, ...object(t.id) });
      t.seeStatus('create', made);
      t.see('stored', storedType(await t.stored.get(`/${prefix ?? resource}/${ns ? `${ns}/` : ''}${id}`)));
    },
  }),
);

const crdPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const version = (name, more = {}) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: open },
  ...more,
});
const column = { name: 'Size', type: 'integer', jsonPath: '.spec.size' };
const scale = { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } };
const webhook = (more = {}) => ({
  strategy: 'Webhook',
  webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:9/convert' }, ...more },
});

const definitions = {
  'with one version': { versions: [version('v1')] },
  'with two equal versions': { versions: [version('v1'), version('v2')] },
  'with two schemas': {
    versions: [version('v1'), version('v2', { schema: { openAPIV3Schema: { ...open, description: 'other' } } })],
  },
  'with columns': { versions: [version('v1', { additionalPrinterColumns: [column] })] },
  'with columns in one version': { versions: [version('v1', { additionalPrinterColumns: [column] }), version('v2')] },
  'with equal columns': {
    versions: ['v1', 'v2'].map((name) =>
      version(name, { additionalPrinterColumns: [column, { ...column, name: 'B' }] }),
    ),
  },
  'with a status': { versions: [version('v1', { subresources: { status: {} } })] },
  'with a scale': { versions: [version('v1', { subresources: scale }), version('v2', { subresources: scale })] },
  'with different subresources': {
    versions: [version('v1', { subresources: scale }), version('v2', { subresources: { status: {} } })],
  },
  'with selectable fields': {
    versions: [
      version('v1', {
        schema: { openAPIV3Schema: { type: 'object', properties: { color: { type: 'string' } } } },
        selectableFields: [{ jsonPath: '.color' }],
      }),
    ],
  },
  'with a deprecated version': {
    versions: [version('v1'), version('v2', { deprecated: true, deprecationWarning: 'old' })],
  },
  'with a version that is not served': { versions: [version('v1'), version('v2', { served: false })] },
  'with a webhook': { versions: [version('v1')], conversion: webhook() },
  'with a webhook in a service': {
    versions: [version('v1')],
    conversion: webhook({ clientConfig: { service: { namespace: 'a', name: 'b' } } }),
  },
  'with names': { versions: [version('v1')], names: { shortNames: ['w'], categories: ['all'] } },
  'with defaults and rules': {
    versions: [
      version('v1', {
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { a: { type: 'string', default: 'x', 'x-kubernetes-validations': [{ rule: 'self != ""' }] } },
          },
        },
      }),
    ],
  },
};

const definitionCases = Object.entries(definitions).map(([name, { names = {}, ...spec }]) => ({
  name: `a definition ${name} is stored in the form of v1beta1`,
  async run(t) {
    const group = `${t.id}.example.com`;
    const id = `widgets.${group}`;
    t.cleanup(() => t.del(`${crdPath}/${id}`));
    const made = await t.post(crdPath, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: id },
      spec: { group, scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget', ...names }, ...spec },
    });
    t.seeStatus('create', made);
    const bytes = await t.stored.get(`/apiextensions.k8s.io/customresourcedefinitions/${id}`);
    const { status: _, ...stored } = JSON.parse(bytes);
    t.see('stored', stored);
    const read = await t.get(`${crdPath}/${id}`);
    t.see('read', read.json.spec);
  },
}));

const formerDefinitions = {
  'with a version alone': { version: 'v1' },
  'with a validation': { version: 'v1', validation: { openAPIV3Schema: open } },
  'with versions and a validation': {
    version: 'v1',
    versions: [
      { name: 'v1', served: true, storage: true },
      { name: 'v2', served: true, storage: false },
    ],
    validation: { openAPIV3Schema: open },
  },
  'with columns': {
    version: 'v1',
    additionalPrinterColumns: [{ name: 'Size', type: 'integer', JSONPath: '.spec.size' }],
  },
  'with subresources': { version: 'v1', subresources: { status: {}, ...scale } },
  'with a webhook': {
    version: 'v1',
    preserveUnknownFields: false,
    conversion: { strategy: 'Webhook', webhookClientConfig: { service: { namespace: 'a', name: 'b' } } },
  },
  'with review versions': {
    version: 'v1',
    preserveUnknownFields: false,
    conversion: {
      strategy: 'Webhook',
      webhookClientConfig: { url: 'https://a' },
      conversionReviewVersions: ['v1', 'v1beta1'],
    },
  },
  'that prunes': { version: 'v1', preserveUnknownFields: false, validation: { openAPIV3Schema: { type: 'object' } } },
  'that is not structural': {
    version: 'v1',
    validation: { openAPIV3Schema: { properties: { a: { type: 'string' } } } },
  },
  'with selectable fields': {
    version: 'v1',
    preserveUnknownFields: false,
    validation: { openAPIV3Schema: { type: 'object', properties: { color: { type: 'string' } } } },
    selectableFields: [{ jsonPath: '.color' }],
  },
  'without a scope': { version: 'v1', scope: undefined },
};

const formerDefinitionCases = Object.entries(formerDefinitions).map(([name, spec]) => ({
  name: `a v1beta1 definition ${name} is read from etcd`,
  async run(t) {
    const group = `${t.id}.example.com`;
    const id = `widgets.${group}`;
    const key = `/apiextensions.k8s.io/customresourcedefinitions/${id}`;
    t.cleanup(() => t.stored.delete(key));
    const definition = {
      kind: 'CustomResourceDefinition',
      apiVersion: 'apiextensions.k8s.io/v1beta1',
      metadata: { name: id, uid: 'u', creationTimestamp: '2020-01-01T00:00:00Z' },
      spec: { group, scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, ...spec },
    };
    await t.stored.put(key, JSON.stringify(definition));
    const read = await t.eventually(async () => {
      const response = await t.get(`${crdPath}/${id}`);
      return response.status === 200 && response;
    });
    t.see('spec', read.json.spec);
    const served = await t.eventually(
      async () => (await t.get(`/apis/${group}/v1/widgets?limit=1`)).status === 200,
      5000,
    );
    t.see('is served', Boolean(served));
  },
}));

export const cases = [...formerCases, ...storageVersionCases, ...definitionCases, ...formerDefinitionCases];

/** v1 is stored, and has a default that v2 does not have. */
const versionsWithDefaults = ['v1', 'v2'].map((name) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          default: {},
          properties: { a: { type: 'string' }, [name]: { type: 'string', default: name } },
        },
      },
    },
  },
}));

const changes = {
  create: async () => {},
  'update in v1': async (t, { path }) => t.put(path('v1'), (await t.get(path('v1'))).json),
  'update in v2': async (t, { path }) => t.put(path('v2'), (await t.get(path('v2'))).json),
  'patch in v1': async (t, { path }) => t.patch(path('v1'), { spec: { a: 'y' } }, 'application/merge-patch+json'),
  'patch in v2': async (t, { path }) => t.patch(path('v2'), { spec: { a: 'y' } }, 'application/merge-patch+json'),
  'apply in v2': async (t, { path, group }) =>
    t.patch(
      `${path('v2')}?fieldManager=m&force=true`,
      { apiVersion: `${group}/v2`, kind: 'Widget', metadata: { name: 'w' }, spec: { a: 'z' } },
      'application/apply-patch+yaml',
    ),
};

cases.push(
  ...['v1', 'v2'].flatMap((version) =>
    Object.entries(changes).map(([change, run]) => ({
      name: `defaults of an object created in ${version}, after: ${change}`,
      async run(t) {
        const ns = await t.ns();
        const { path: collection, group } = await t.crd({ versions: versionsWithDefaults });
        const path = (name) => `${collection(ns, name)}/w`;
        const made = await t.post(collection(ns, version), {
          apiVersion: `${group}/${version}`,
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { a: 'x' },
        });
        t.see('created', made.json.spec);
        await t.eventually(async () => (await t.get(path('v2'))).status === 200);
        const before = (await t.get(path('v1'))).json.metadata.resourceVersion;
        const changed = await run(t, { path, group });
        if (changed) t.see('changed', { code: changed.status, spec: changed.json.spec });
        for (const name of ['v1', 'v2']) t.see(name, (await t.get(path(name))).json.spec);
        const stored = JSON.parse(await t.stored.get(`/${group}/widgets/${ns}/w`));
        t.see('stored', { apiVersion: stored.apiVersion, spec: stored.spec });
        t.see('is written', (await t.get(path('v1'))).json.metadata.resourceVersion !== before);
      },
    })),
  ),
);
