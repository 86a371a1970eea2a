import { body, deployment, jsonPatch, merge, statusDefinition, withMessage } from './helpers.mjs';

const strategic = 'application/strategic-merge-patch+json';
/** Causes in the order in which they are returned. */
const causes = ({ status, json }) => ({ status, message: json.message, causes: json.details?.causes });

export const cases = [
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
