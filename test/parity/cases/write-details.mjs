// Details of writes: updates that change nothing, order in texts, malformed directives, deletions that only seem to happen.
export const parallel = 6;

const merge = 'application/merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const apply = 'application/apply-patch+yaml';
const withMessage = { message: true };
const deployment = (more = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
  ...more,
});
const body = ({ status, json, headers }) => {
  // Their order depends on the second in which they were written.
  const text = ({ time, ...entry }) => JSON.stringify(entry);
  json.metadata?.managedFields?.sort((one, other) => (text(one) < text(other) ? -1 : 1));
  return { status, warning: headers.warning, json };
};
/** Whether the object was written: its revision differs. */
const written = (before, after) => ({
  status: after.status,
  isWritten: before.json.metadata.resourceVersion !== after.json.metadata?.resourceVersion,
});
/** Causes in the order in which they are returned. */
const causes = ({ status, json }) => ({ status, message: json.message, causes: json.details?.causes });

/** A definition with a status subresource, and its path in a namespace. */
async function statusDefinition(t, statusSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }) {
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      status: statusSchema,
    },
  };
  const definition = await t.crd({ schema, version: { subresources: { status: {} } } });
  return { ...definition, collection: definition.path(await t.ns()) };
}

export const cases = [
  {
    name: 'a collection of priority classes includes those of the system',
    async run(t) {
      const path = '/apis/scheduling.k8s.io/v1/priorityclasses';
      const name = 'system-node-critical';
      const own = { metadata: { name: `${t.id}-a`, labels: { [t.id]: '' } }, value: 1 };
      await t.post(path, own);
      const labelled = await t.patch(`${path}/${name}`, { metadata: { labels: { [t.id]: '' } } }, merge);
      t.see('label', labelled.status);
      t.cleanup(async () => {
        await t.post(path, { metadata: { name }, value: 2000001000, description: labelled.json.description });
        await t.patch(`${path}/${name}`, { metadata: { labels: { [t.id]: null } } }, merge);
      });
      t.see('one', body(await t.del(`${path}/${name}`)), withMessage);
      t.see('one that is missing', body(await t.del(`${path}/none-of-these`)), withMessage);
      const deleted = await t.del(`${path}?labelSelector=${t.id}`);
      t.see('collection', { status: deleted.status, items: deleted.json.items?.map(({ metadata }) => metadata.name) });
      t.see('is left', (await t.get(`${path}/${name}`)).status);
      t.see('missing system class', body(await t.del(`${path}/${name}`)), withMessage);
    },
  },
  {
    name: 'a collection of definitions',
    async run(t) {
      const definition = await t.crd({ metadata: { labels: { [t.id]: '' } } });
      const ns = await t.ns();
      await t.post(definition.path(ns), {
        apiVersion: definition.apiVersion,
        kind: definition.kind,
        metadata: { name: 'a', finalizers: ['example.com/hold'] },
      });
      t.cleanup(() => t.patch(`${definition.path(ns)}/a`, { metadata: { finalizers: null } }, merge));
      const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      const deleted = await t.del(`${collection}?labelSelector=${t.id}`);
      t.see('deleted', {
        status: deleted.status,
        items: deleted.json.items?.map(({ metadata }) => metadata.finalizers ?? []),
      });
      const left = await t.get(definition.crdPath);
      t.see('left', { status: left.status, finalizers: left.json.metadata?.finalizers });
    },
  },
  {
    name: 'apply of a status that carries a deletion timestamp',
    async run(t) {
      const ns = await t.ns();
      const path = `/apis/apps/v1/namespaces/${ns}/deployments`;
      await t.post(path, deployment());
      const sent = (metadata) =>
        t.patch(
          `${path}/a/status?fieldManager=m&force=true`,
          { ...deployment(), metadata: { name: 'a', ...metadata }, status: { replicas: 2 } },
          apply,
        );
      const managed = { message: true, managedFields: true };
      t.see('timestamp', body(await sent({ deletionTimestamp: '2020-01-01T00:00:00Z' })), managed);
      t.see(
        'grace',
        body(await sent({ deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 })),
        managed,
      );
      t.see('labels', body(await sent({ labels: { a: 'b' }, finalizers: ['x.y/z'] })), managed);
      const main = await t.patch(
        `${path}/a?fieldManager=m2&force=true`,
        { ...deployment(), metadata: { name: 'a', deletionTimestamp: '2020-01-01T00:00:00Z' } },
        apply,
      );
      t.see('main', body(main), managed);
      const pods = `/api/v1/namespaces/${ns}/pods`;
      await t.post(pods, {
        metadata: { name: 'p' },
        spec: { automountServiceAccountToken: false, containers: [{ name: 'a', image: 'a' }] },
      });
      const pod = await t.patch(
        `${pods}/p/status?fieldManager=m&force=true`,
        {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'p', deletionTimestamp: '2020-01-01T00:00:00Z' },
          status: { message: 'x' },
        },
        apply,
      );
      t.see('pod', body(pod), managed);
      const others = [
        ['/api/v1/namespaces', 'Namespace', 'v1', ns],
        [`/api/v1/namespaces/${ns}/services`, 'Service', 'v1', 's', { ports: [{ port: 80 }] }],
        [`/apis/batch/v1/namespaces/${ns}/jobs`, 'Job', 'batch/v1', 'j', deployment().spec],
      ];
      for (const [collection, kind, apiVersion, name, spec] of others) {
        if (kind === 'Service') await t.post(collection, { metadata: { name }, spec });
        if (kind === 'Job')
          await t.post(collection, {
            metadata: { name },
            spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } },
          });
        const result = await t.patch(
          `${collection}/${name}/status?fieldManager=m&force=true`,
          { apiVersion, kind, metadata: { name, deletionTimestamp: '2020-01-01T00:00:00Z' }, status: {} },
          apply,
        );
        t.see(kind, {
          status: result.status,
          message: result.json.message,
          deleting: result.json.metadata?.deletionTimestamp,
        });
      }
      const definition = await statusDefinition(t);
      const object = { apiVersion: definition.apiVersion, kind: definition.kind, metadata: { name: 'a' } };
      await t.post(definition.collection, object);
      const custom = await t.patch(
        `${definition.collection}/a/status?fieldManager=m&force=true`,
        { ...object, metadata: { name: 'a', deletionTimestamp: '2020-01-01T00:00:00Z' }, status: { a: 1 } },
        apply,
      );
      t.see('custom', body(custom), managed);
    },
  },
  {
    name: 'apply of a null status to a custom resource',
    async run(t) {
      for (const statusSchema of [
        { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        { type: 'object', nullable: true, 'x-kubernetes-preserve-unknown-fields': true },
        { type: 'object', properties: { a: { type: 'integer' } } },
      ]) {
        const { apiVersion, kind, collection, crdPath } = await statusDefinition(t, statusSchema);
        const object = { apiVersion, kind, metadata: { name: 'a' } };
        const managed = { message: true, managedFields: true };
        const send = (more, place = '') =>
          t.patch(`${collection}/a${place}?fieldManager=m&force=true`, { ...object, ...more }, apply);
        t.see('create', body(await send({ status: null, spec: { b: 1 } })), managed);
        t.see('again', body(await send({ status: null, spec: { b: 1 } })), managed);
        t.see('status', body(await send({ status: null }, '/status')), managed);
        t.see('set', body(await send({ status: { a: 1 } }, '/status')), managed);
        t.see('null after', body(await send({ status: null }, '/status')), managed);
        t.see('main after', body(await send({ status: null, spec: { b: 2 } })), managed);
        t.see('stored', body(await t.get(`${collection}/a`)), managed);
        await t.del(`${collection}/a`);
        await t.del(crdPath);
        await t.eventually(async () => (await t.get(crdPath)).status === 404);
      }
    },
  },
  {
    name: 'updates that change nothing',
    async run(t) {
      const ns = await t.ns();
      const objects = [
        [`/api/v1/namespaces/${ns}/configmaps`, { metadata: { name: 'a' }, data: { a: '1' } }],
        [`/api/v1/namespaces/${ns}/secrets`, { metadata: { name: 'a' }, stringData: { a: '1' } }],
        [`/apis/apps/v1/namespaces/${ns}/deployments`, deployment()],
        [`/api/v1/namespaces/${ns}/services`, { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } }],
        [
          `/api/v1/namespaces/${ns}/resourcequotas`,
          { metadata: { name: 'a' }, spec: { hard: { cpu: '1000m', memory: '1024Mi' } } },
        ],
        [
          `/apis/coordination.k8s.io/v1/namespaces/${ns}/leases`,
          { metadata: { name: 'a' }, spec: { renewTime: '2024-01-01T00:00:00.000000Z' } },
        ],
      ];
      for (const [collection, object] of objects) {
        const path = `${collection}/a`;
        const kind = collection.split('/').at(-1);
        const first = await t.post(collection, object);
        t.see(`${kind} put`, written(first, await t.put(path, first.json)));
        const latest = async () => t.get(path);
        let now = await latest();
        t.see(`${kind} put of what was sent`, written(now, await t.put(path, object)));
        now = await latest();
        t.see(`${kind} other manager`, written(now, await t.put(`${path}?fieldManager=other`, now.json)));
        now = await latest();
        t.see(
          `${kind} without managed fields`,
          written(
            now,
            await t.put(path, { ...now.json, metadata: { ...now.json.metadata, managedFields: undefined } }),
          ),
        );
        now = await latest();
        t.see(
          `${kind} with empty managed fields`,
          written(now, await t.put(path, { ...now.json, metadata: { ...now.json.metadata, managedFields: [{}] } })),
        );
        now = await latest();
        t.see(`${kind} empty merge patch`, written(now, await t.patch(path, {}, merge)));
        now = await latest();
        t.see(`${kind} empty labels`, written(now, await t.patch(path, { metadata: { labels: {} } }, merge)));
        now = await latest();
        t.see(`${kind} empty JSON patch`, written(now, await t.patch(path, [], jsonPatch)));
        now = await latest();
        t.see(
          `${kind} test`,
          written(now, await t.patch(path, [{ op: 'test', path: '/metadata/name', value: 'a' }], jsonPatch)),
        );
        now = await latest();
        t.see(
          `${kind} same value`,
          written(now, await t.patch(path, [{ op: 'replace', path: '/metadata/name', value: 'a' }], jsonPatch)),
        );
        now = await latest();
        t.see(`${kind} generation`, written(now, await t.patch(path, { metadata: { generation: 77 } }, merge)));
        now = await latest();
        t.see(`${kind} self link`, written(now, await t.patch(path, { metadata: { selfLink: '/x' } }, merge)));
        const manage = { ...object, apiVersion: first.json.apiVersion, kind: first.json.kind };
        delete manage.stringData;
        now = await latest();
        t.see(`${kind} apply`, written(now, await t.patch(`${path}?fieldManager=m&force=true`, manage, apply)));
        now = await latest();
        t.see(`${kind} apply again`, written(now, await t.patch(`${path}?fieldManager=m`, manage, apply)));
      }
    },
  },
  {
    name: 'updates of custom resources that change nothing',
    async run(t) {
      const { apiVersion, kind, collection } = await statusDefinition(t);
      const object = { apiVersion, kind, metadata: { name: 'a' }, spec: { a: 1, list: [1, 2] }, status: { x: 1 } };
      const first = await t.post(collection, object);
      const path = `${collection}/a`;
      t.see('put', written(first, await t.put(path, first.json)));
      let now = await t.get(path);
      t.see('empty labels', written(now, await t.patch(path, { metadata: { labels: {} } }, merge)));
      now = await t.get(path);
      t.see('null label', written(now, await t.patch(path, { metadata: { labels: { a: null } } }, merge)));
      now = await t.get(path);
      t.see('empty finalizers', written(now, await t.patch(path, { metadata: { finalizers: [] } }, merge)));
      now = await t.get(path);
      t.see('status', written(now, await t.put(`${path}/status`, { ...now.json, status: { x: 2 } })));
      now = await t.get(path);
      t.see('status again', written(now, await t.put(`${path}/status`, now.json)));
      now = await t.get(path);
      t.see('status with another spec', written(now, await t.put(`${path}/status`, { ...now.json, spec: { b: 1 } })));
      now = await t.get(path);
      t.see('spec with another status', written(now, await t.put(path, { ...now.json, status: { b: 1 } })));
      now = await t.get(path);
      t.see('unknown metadata', written(now, await t.patch(path, { metadata: { nothing: 'x' } }, merge)));
      t.see('body', body(await t.get(path)), { managedFields: true });
    },
  },
  {
    name: 'order of keys where an error quotes a patched custom resource',
    async run(t) {
      const masked = (response) => {
        const text = JSON.stringify(body(response))
          .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
          .replaceAll(/resourceVersion(\\*"):\1\d+/g, 'resourceVersion$1:$1<revision>')
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uid>');
        return JSON.parse(text);
      };
      const definition = await statusDefinition(t);
      const object = {
        apiVersion: definition.apiVersion,
        kind: definition.kind,
        metadata: { name: 'a' },
        spec: { z: '<', a: 1 },
      };
      await t.post(definition.collection, object);
      const custom = `${definition.collection}/a?fieldValidation=Strict`;
      const sendCustom = async (label, patch, type) =>
        t.see(label, masked(await t.patch(custom, patch, type)), withMessage);
      await sendCustom(
        'JSON',
        [
          { op: 'add', path: '/z', value: { a: 1, z: 2 } },
          { op: 'add', path: '/spec/b', value: { a: 1, y: 1 } },
        ],
        jsonPatch,
      );
      await sendCustom('merge', { z: { y: 1, a: { c: 1, b: null } }, spec: { c: { z: 1, a: 1 } }, b: 1 }, merge);
    },
  },
  {
    name: 'order of keys in problems of a patched custom resource',
    async run(t) {
      const schema = {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              a: { type: 'string', maxLength: 3 },
              list: {
                type: 'array',
                maxItems: 1,
                items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              },
            },
          },
        },
      };
      const definition = await t.crd({ schema });
      const path = definition.path(await t.ns());
      const object = {
        apiVersion: definition.apiVersion,
        kind: definition.kind,
        metadata: { name: 'a' },
        spec: { a: 'x' },
      };
      await t.post(path, object);
      const change = (...operations) => t.patch(`${path}/a`, operations, jsonPatch);
      t.see(
        'items',
        body(
          await change({
            op: 'add',
            path: '/spec/list',
            value: [
              { z: 1, a: 2 },
              { y: 1, b: 2 },
            ],
          }),
        ),
        withMessage,
      );
      t.see(
        'type',
        body(await change({ op: 'replace', path: '/spec/a', value: { z: 1, a: { y: 1, b: 2 } } })),
        withMessage,
      );
      t.see('spec', body(await change({ op: 'replace', path: '/spec', value: [{ z: 1, a: 2 }] })), withMessage);
      t.see('test fails', body(await change({ op: 'test', path: '/spec/a', value: { z: 1, a: 2 } })), withMessage);
    },
  },
  {
    name: 'a dry-run deletion with finalizers of the garbage collector',
    async run(t) {
      const ns = await t.ns();
      const kinds = [
        [`/api/v1/namespaces/${ns}/configmaps`, (metadata) => ({ metadata, data: { a: '1' } })],
        [`/apis/apps/v1/namespaces/${ns}/deployments`, (metadata) => deployment({ metadata })],
        [
          `/api/v1/namespaces/${ns}/pods`,
          (metadata) => ({
            metadata,
            spec: { containers: [{ name: 'a', image: 'a' }], automountServiceAccountToken: false },
          }),
        ],
      ];
      const variants = [
        [[], { propagationPolicy: 'Orphan' }],
        [[], { propagationPolicy: 'Foreground' }],
        [[], { propagationPolicy: 'Background' }],
        [[], { orphanDependents: true }],
        [[], { orphanDependents: false }],
        [['orphan'], {}],
        [['orphan'], { propagationPolicy: 'Background' }],
        [['foregroundDeletion'], { propagationPolicy: 'Background' }],
        [['foregroundDeletion'], { propagationPolicy: 'Orphan' }],
        [['example.com/a'], {}],
        [['example.com/a', 'orphan'], { propagationPolicy: 'Background' }],
        [['orphan'], { propagationPolicy: 'Background', gracePeriodSeconds: 0 }],
      ];
      for (const [collection, make] of kinds) {
        for (const [index, [finalizers, options]] of variants.entries()) {
          const name = `a${index}`;
          const created = await t.post(collection, make({ name, finalizers }));
          t.cleanup(async () => {
            await t.del(`${collection}/${name}?gracePeriodSeconds=0`);
            await t.patch(`${collection}/${name}`, { metadata: { finalizers: null } }, merge);
          });
          const answer = await t.http('DELETE', `${collection}/${name}`, {
            body: { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'], ...options },
          });
          if (
            collection.endsWith('configmaps') &&
            finalizers.length === 1 &&
            options.propagationPolicy === 'Background'
          )
            t.see('body', answer.json);
          const { metadata, kind, details, status } = answer.json;
          t.see(`${collection.split('/').at(-1)} ${JSON.stringify([finalizers, options])}`, {
            code: answer.status,
            kind,
            status: typeof status === 'string' ? status : undefined,
            details: details && { ...details, uid: details.uid && '<uid>' },
            metadata: metadata && {
              finalizers: metadata.finalizers,
              deletionTimestamp: metadata.deletionTimestamp && '<time>',
              grace: metadata.deletionGracePeriodSeconds,
              generation: metadata.generation,
              isSameRevision: metadata.resourceVersion === created.json.metadata.resourceVersion,
            },
          });
          const left = await t.get(`${collection}/${name}`);
          t.see('left', {
            status: left.status,
            finalizers: left.json.metadata.finalizers,
            deleting: !!left.json.metadata.deletionTimestamp,
          });
        }
      }
    },
  },
  {
    name: 'order of the causes of Event',
    async run(t) {
      const ns = await t.ns();
      const path = `/apis/events.k8s.io/v1/namespaces/${ns}/events`;
      const event = {
        metadata: { name: 'a', namespace: ns },
        regarding: { kind: 'Pod', name: 'p', namespace: ns },
        eventTime: '2024-01-01T00:00:00.000000Z',
        reportingController: 'example.com/c',
        reportingInstance: 'i',
        action: 'do',
        reason: 'r',
        type: 'Normal',
      };
      const wrong = {
        metadata: { name: 'B_', namespace: ns, labels: { '-': '-' } },
        regarding: { kind: 'Pod', name: 'p', namespace: 'elsewhere' },
        series: { count: 1 },
        type: 'Odd',
        deprecatedFirstTimestamp: '2024-01-01T00:00:00Z',
        deprecatedLastTimestamp: '2024-01-01T00:00:00Z',
        deprecatedCount: 1,
        deprecatedSource: { component: 'c' },
        note: 'x'.repeat(2000),
        reason: 'y'.repeat(200),
        action: 'z'.repeat(200),
        reportingController: '-x',
        reportingInstance: 'i'.repeat(200),
      };
      t.see('create', causes(await t.post(path, wrong)), withMessage);
      t.see('nothing', causes(await t.post(path, { metadata: { name: 'c' } })), withMessage);
      await t.post(path, event);
      t.see(
        'update',
        causes(await t.put(`${path}/a`, { ...wrong, metadata: event.metadata, regarding: event.regarding })),
        withMessage,
      );
      t.see(
        'other',
        causes(
          await t.put(`${path}/a`, {
            ...event,
            action: 'other',
            reason: 's',
            type: 'Warning',
            note: 'n',
            related: { kind: 'X' },
            reportingInstance: 'j',
            eventTime: '2025-01-01T00:00:00.000000Z',
            metadata: { ...event.metadata, labels: { '-': '-' } },
          }),
        ),
        withMessage,
      );
      const core = `/api/v1/namespaces/${ns}/events`;
      t.see(
        'core',
        causes(await t.post(core, { ...wrong, involvedObject: wrong.regarding, message: wrong.note })),
        withMessage,
      );
      t.see(
        'core with a time',
        causes(
          await t.post(core, {
            metadata: { name: 'B_', labels: { '-': '-' } },
            involvedObject: { namespace: 'other' },
            eventTime: event.eventTime,
            reportingComponent: '-x',
          }),
        ),
        withMessage,
      );
    },
  },
  {
    name: 'order of the causes of APIService',
    async run(t) {
      const path = '/apis/apiregistration.k8s.io/v1/apiservices';
      const service = (spec, metadata = {}) => ({ metadata: { name: `v1.${t.id}.example.com`, ...metadata }, spec });
      const good = { group: `${t.id}.example.com`, version: 'v1', groupPriorityMinimum: 10, versionPriority: 10 };
      t.see('empty', causes(await t.post(path, service({}))), withMessage);
      t.see(
        'local',
        causes(
          await t.post(
            path,
            service(
              {
                ...good,
                group: 'B_',
                version: '1',
                groupPriorityMinimum: 0,
                versionPriority: 2000,
                caBundle: 'YQ==',
                insecureSkipTLSVerify: true,
              },
              { labels: { '-': '-' } },
            ),
          ),
        ),
        withMessage,
      );
      t.see(
        'service',
        causes(
          await t.post(
            path,
            service({ ...good, caBundle: 'YQ==', insecureSkipTLSVerify: true, service: { port: 70000 } }),
          ),
        ),
        withMessage,
      );
      await t.post(path, service(good));
      t.cleanup(() => t.del(`${path}/v1.${t.id}.example.com`));
      const live = await t.get(`${path}/v1.${t.id}.example.com`);
      t.see(
        'update',
        causes(
          await t.put(`${path}/v1.${t.id}.example.com`, {
            ...live.json,
            metadata: { ...live.json.metadata, labels: { '-': '-' }, resourceVersion: undefined },
            spec: { ...good, version: '1', groupPriorityMinimum: -1, versionPriority: 0, service: {} },
          }),
        ),
        withMessage,
      );
      const conditions = [
        { type: 'A', status: 'x' },
        { type: '', status: 'y' },
      ];
      t.see(
        'status',
        causes(
          await t.put(`${path}/v1.${t.id}.example.com/status`, {
            ...live.json,
            metadata: { ...live.json.metadata, labels: { '-': '-' }, resourceVersion: undefined },
            status: { conditions },
          }),
        ),
        withMessage,
      );
    },
  },
  {
    name: 'malformed orders of elements',
    async run(t) {
      const ns = await t.ns();
      const path = `/apis/apps/v1/namespaces/${ns}/deployments`;
      await t.post(path, deployment());
      const change = (podSpec) => t.patch(`${path}/a`, { spec: { template: { spec: podSpec } } }, strategic);
      const orders = {
        number: { '$setElementOrder/containers': 1 },
        null: { '$setElementOrder/containers': null },
        text: { '$setElementOrder/containers': 'a' },
        map: { '$setElementOrder/containers': { name: 'a' } },
        'without a field': { $setElementOrder: [] },
        'empty field': { '$setElementOrder/': [{ name: 'a' }] },
        'unknown field': { '$setElementOrder/nothing': [{ name: 'a' }] },
        'not a list': { '$setElementOrder/dnsPolicy': [{ name: 'a' }] },
        'two slashes': { '$setElementOrder/containers/x': [{ name: 'a' }] },
        'texts for maps': { '$setElementOrder/containers': ['a'] },
        mixed: { '$setElementOrder/containers': [{ name: 'a' }, 'b'] },
        nulls: { '$setElementOrder/containers': [null] },
        'without the key': { '$setElementOrder/containers': [{ image: 'a' }] },
        'key of another type': { '$setElementOrder/containers': [{ name: 1 }] },
        'two of one key': {
          '$setElementOrder/containers': [{ name: 'a' }, { name: 'a' }],
          containers: [{ name: 'a', image: 'b' }],
        },
        empty: { '$setElementOrder/containers': [], containers: [{ name: 'a', image: 'c' }] },
        'patch without an order': {
          '$setElementOrder/containers': [{ name: 'b' }],
          containers: [{ name: 'a', image: 'd' }],
        },
        'patch is not a list': { '$setElementOrder/containers': [{ name: 'a' }], containers: { name: 'a' } },
        'patch is null': { '$setElementOrder/containers': [{ name: 'a' }], containers: null },
        'patch items without the key': { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ image: 'x' }] },
        'retained keys': { $retainKeys: 'x' },
        'retained keys of numbers': { $retainKeys: [1] },
        'retained keys that are not sent': { $retainKeys: ['a'], containers: [{ name: 'a', image: 'e' }] },
        'primitive order': { '$setElementOrder/imagePullSecrets': ['a'], imagePullSecrets: ['a'] },
        'delete from a list of maps': { '$deleteFromPrimitiveList/containers': ['a'] },
        'delete of another type': { '$deleteFromPrimitiveList/containers': 1 },
        'patch directive': { $patch: 'nothing' },
        'patch directive of a number': { $patch: 1 },
        'item directive': { containers: [{ $patch: 'nothing', name: 'a' }] },
        'item delete without key': { containers: [{ $patch: 'delete' }] },
      };
      for (const [label, order] of Object.entries(orders)) {
        const answer = await change(order);
        const { kind, message, details, spec } = answer.json ?? {};
        t.see(
          label,
          {
            status: answer.status,
            kind,
            message,
            details,
            containers: spec?.template.spec.containers.map(({ name, image }) => [name, image]),
          },
          withMessage,
        );
      }
      const maps = `/api/v1/namespaces/${ns}/configmaps`;
      await t.post(maps, { metadata: { name: 'a', finalizers: ['example.com/a', 'example.com/b'] } });
      t.cleanup(() => t.patch(`${maps}/a`, { metadata: { finalizers: null } }, merge));
      for (const order of [
        1,
        null,
        {},
        ['example.com/b', 1],
        [null],
        ['example.com/b', 'example.com/b'],
        ['example.com/b'],
      ]) {
        const answer = await t.patch(`${maps}/a`, { metadata: { '$setElementOrder/finalizers': order } }, strategic);
        const { kind, message, details, metadata } = answer.json ?? {};
        t.see(
          JSON.stringify(order),
          { status: answer.status, kind, message, details, finalizers: metadata?.finalizers },
          withMessage,
        );
      }
    },
  },
  {
    name: 'named groups of patterns',
    async run(t) {
      const patterns = [
        '(?P<a>x)(?P<a>y)',
        '(?<a>x)(?<a>y)',
        '(?P<a>x)|(?P<a>y)',
        '(?P<a>x)(?<a>y)',
        '(?P<a>x)(?P<b>y)',
        '(?P<1>x)',
        '(?<é>x)',
        '(?P<>x)',
        '(?P<a',
        '(?P=a)',
        '(?<a>x)\\k<a>',
      ];
      for (const [index, pattern] of patterns.entries()) {
        const schema = {
          type: 'object',
          properties: { spec: { type: 'object', properties: { a: { type: 'string', pattern } } } },
        };
        const definition = await t.crd({ schema, plural: `widget${index}s`, kind: `Widget${index}`, wait: false });
        const { status, json } = definition.created;
        t.see(pattern, { status, message: json.message, causes: json.details?.causes }, withMessage);
        if (status >= 300) continue;
        await t.eventually(async () => (await t.get(`${definition.path()}?limit=1`)).status === 200);
        const object = {
          apiVersion: definition.apiVersion,
          kind: definition.kind,
          metadata: { name: 'a' },
          spec: { a: 'q' },
        };
        const ns = await t.ns();
        t.see('object', causes(await t.post(definition.path(ns), object)), withMessage);
        t.see('match', causes(await t.post(definition.path(ns), { ...object, spec: { a: 'xy' } })), withMessage);
      }
      for (const rule of ["self.a.matches('(?P<a>x)(?P<a>y)')", "self.a.find('(?<a>x)(?<a>y)') == ''"]) {
        const schema = {
          type: 'object',
          properties: {
            spec: { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-validations': [{ rule }] },
          },
        };
        const definition = await t.crd({ schema, plural: `rules`, kind: `Rule`, wait: false });
        const { status, json } = definition.created;
        t.see(rule, { status, message: json.message, causes: json.details?.causes }, withMessage);
        await t.del(definition.crdPath);
        await t.eventually(async () => (await t.get(definition.crdPath)).status === 404);
      }
    },
  },
];
