import { body, deployment, jsonPatch, merge, statusDefinition, withMessage, written } from './helpers.mjs';

const apply = 'application/apply-patch+yaml';

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
];
