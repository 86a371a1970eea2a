// Several versions of one custom resource: storage version, strategy None, conversion webhooks.

import {
  APPLY,
  CRDS,
  cr,
  crdBody,
  JSONP,
  MERGE,
  need,
  seeError,
  specSchema,
  update,
  withRetries,
} from '../support/case-helpers.mjs';
import { serve } from '../support/server.mjs';
export const parallel = 6;
const ver = (name, storage, properties, more = {}) => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: properties
      ? specSchema(properties)
      : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
  ...more,
});
const at = (c, v, name, spec, metadata) => ({ ...cr(c, name, { metadata, spec }), apiVersion: `${c.group}/${v}` });

const two = (t, opts = {}) => t.crd({ scope: 'Cluster', versions: [ver('v1', true), ver('v2', false)], ...opts });
/** v1 has spec.hostPort "host:port"; v2 has spec.host and spec.port. */
function convertOne(o, desired) {
  o = structuredClone(o);
  const to = desired.split('/')[1],
    from = o.apiVersion.split('/')[1];
  o.apiVersion = desired;
  if (from === 'v1' && to === 'v2' && o.spec?.hostPort !== undefined) {
    const [host, port] = o.spec.hostPort.split(':');
    o.spec = { ...o.spec, host, port };
    delete o.spec.hostPort;
  }
  if (from === 'v2' && to === 'v1' && o.spec?.host !== undefined) {
    o.spec = { ...o.spec, hostPort: `${o.spec.host}:${o.spec.port}` };
    delete o.spec.host;
    delete o.spec.port;
  }
  return o;
}
const answer = (q, convertedObjects, result = { status: 'Success' }) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'ConversionReview',
  response: { uid: q.uid, convertedObjects, result },
});
async function converter(
  t,
  fn = (q) =>
    answer(
      q,
      q.objects.map((o) => convertOne(o, q.desiredAPIVersion)),
    ),
) {
  const s = await serve(t, (x) => fn(x.json.request, x));
  return {
    ...s,
    reviews: s.requests,
    conversion: (path = '/convert') => ({
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: s.url + path, caBundle: s.caBundle } },
    }),
  };
}
/** Takes a CRD away although its webhook may no longer answer: back to strategy None first. */
const drop = (t, c) =>
  t.cleanup(async () => {
    await t.patch(c.crdPath, { spec: { conversion: { strategy: 'None', webhook: null } } }, MERGE);
    await t.del(c.crdPath);
    await t.eventually(async () => (await t.get(c.crdPath)).status === 404, 3000);
  });
/** A CRD with v1 (stored) and v2 and a conversion webhook; storage: which version is stored. */
async function converted(t, fn, { storage = 'v1', subresources } = {}) {
  const w = await converter(t, fn);
  const more = subresources ? { subresources } : {};
  const c = await t.crd({
    scope: 'Cluster',
    versions: [
      ver('v1', storage === 'v1', { hostPort: { type: 'string' }, replicas: { type: 'integer' } }, more),
      ver(
        'v2',
        storage === 'v2',
        { host: { type: 'string' }, port: { type: 'string' }, replicas: { type: 'integer' } },
        more,
      ),
    ],
    spec: { conversion: w.conversion() },
  });
  if (c.created.status >= 300) throw new Error(c.created.text);
  drop(t, c);
  return { c, w };
}
export const cases = withRetries([
  // ---- strategy None
  {
    name: 'an update through either version counts as one object',
    async run(t) {
      const c = await two(t);
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { x: 1 }));
      const r = await update(t, `${c.path(undefined, 'v2')}/a`, (o) => {
        o.spec.x = 2;
      });
      t.see('v2', { code: r.status, apiVersion: r.json.apiVersion, generation: r.json.metadata.generation });
      t.see('v1', (await t.get(`${c.path(undefined, 'v1')}/a`)).json.spec);
      t.see('delete', (await t.del(`${c.path(undefined, 'v2')}/a`)).status);
      t.see('gone', (await t.get(`${c.path(undefined, 'v1')}/a`)).status);
    },
  },
  {
    name: 'a body in another version than the path is refused',
    async run(t) {
      const c = await two(t);
      const r = await t.post(c.path(undefined, 'v2'), at(c, 'v1', 'a', {}));
      t.see('create', { code: r.status, reason: r.json.reason });
    },
  },
  {
    name: 'an object gets the defaults of its request version when written and of the storage version when read',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        versions: [
          ver('v1', true, { a: { type: 'string' }, one: { type: 'string', default: 'v1' } }),
          ver('v2', false, { a: { type: 'string' }, two: { type: 'string', default: 'v2' } }),
        ],
      });
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { a: 'x' }));
      for (const v of ['v1', 'v2']) t.see(v, (await t.get(`${c.path(undefined, v)}/a`)).json.spec);
    },
  },
  {
    name: 'managedFields keep the version that a manager used',
    async run(t) {
      const c = await two(t);
      await t.patch(`${c.path(undefined, 'v1')}/a?fieldManager=one`, at(c, 'v1', 'a', { x: 1 }), APPLY);
      const r = await t.patch(`${c.path(undefined, 'v2')}/a?fieldManager=two`, at(c, 'v2', 'a', { y: 2 }), APPLY);
      t.see('managers', r.json.metadata.managedFields.map((m) => [m.manager, m.apiVersion.split('/')[1]]).sort());
    },
  },
  // ---- storage version
  {
    name: 'a stored version is removed only after it has left storedVersions',
    async run(t) {
      const c = await two(t);
      await update(t, c.crdPath, (o) => {
        o.spec.versions[0].storage = false;
        o.spec.versions[1].storage = true;
      });
      await need(t, 'stored', async () => (await t.get(c.crdPath)).json.status.storedVersions.length === 2);
      seeError(
        t,
        'too early',
        await update(t, c.crdPath, (o) => {
          o.spec.versions = o.spec.versions.filter((v) => v.name === 'v2');
        }),
      );
      const s = await update(
        t,
        c.crdPath,
        (o) => {
          o.status.storedVersions = ['v2'];
        },
        '/status',
      );
      t.see('storedVersions', { code: s.status, storedVersions: s.json.status.storedVersions });
      const r = await update(t, c.crdPath, (o) => {
        o.spec.versions = o.spec.versions.filter((v) => v.name === 'v2');
      });
      t.see('removed', r.status);
      await need(t, 'v1 gone', async () => (await t.get(c.path(undefined, 'v1'))).status === 404);
    },
  },
  {
    name: 'a field that the storage version does not have is lost with strategy None',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        versions: [ver('v1', true, { a: { type: 'string' } }), ver('v2', false, { b: { type: 'string' } })],
      });
      await t.post(c.path(undefined, 'v2'), at(c, 'v2', 'a', { b: 'x' }));
      t.see('v2', (await t.get(`${c.path(undefined, 'v2')}/a`)).json.spec);
      t.see('v1', (await t.get(`${c.path(undefined, 'v1')}/a`)).json.spec);
    },
  },
  // ---- conversion webhook
  {
    name: 'a webhook converts an object created in v1 and read in v2, and back',
    async run(t) {
      const { c } = await converted(t);
      const a = await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'example.com:80' }));
      t.see('create', { code: a.status, apiVersion: a.json.apiVersion, spec: a.json.spec });
      const r = await t.get(`${c.path(undefined, 'v2')}/a`);
      t.see('v2', { code: r.status, apiVersion: r.json.apiVersion, spec: r.json.spec });
      const b = await t.post(c.path(undefined, 'v2'), at(c, 'v2', 'b', { host: 'h', port: '1' }));
      t.see('create v2', { code: b.status, apiVersion: b.json.apiVersion, spec: b.json.spec });
      t.see('v1', (await t.get(`${c.path(undefined, 'v1')}/b`)).json.spec);
    },
  },
  {
    name: 'reading and writing in the storage version does not need the webhook',
    async run(t) {
      const { c } = await converted(t, () => {
        throw new Error('down');
      });
      const a = await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'h:1' }));
      t.see('create', a.status);
      t.see('get', (await t.get(`${c.path(undefined, 'v1')}/a`)).status);
      t.see('list', (await t.get(c.path(undefined, 'v1'))).status);
    },
  },
  {
    name: 'update and patch in the other version are converted both ways',
    async run(t) {
      const { c } = await converted(t);
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'h:1' }));
      const u = await update(t, `${c.path(undefined, 'v2')}/a`, (o) => {
        o.spec.port = '2';
      });
      t.see('update', { code: u.status, spec: u.json.spec });
      const p = await t.patch(`${c.path(undefined, 'v2')}/a`, { spec: { host: 'k' } }, MERGE);
      t.see('merge', { code: p.status, spec: p.json.spec, generation: p.json.metadata.generation });
      const j = await t.patch(
        `${c.path(undefined, 'v2')}/a`,
        [{ op: 'replace', path: '/spec/port', value: '9' }],
        JSONP,
      );
      t.see('json', j.json.spec);
      t.see('v1', (await t.get(`${c.path(undefined, 'v1')}/a`)).json.spec);
    },
  },
  {
    name: 'a webhook must answer with the uid of the request',
    async run(t) {
      const { c } = await converted(t, (q) => ({
        ...answer(
          q,
          q.objects.map((o) => convertOne(o, q.desiredAPIVersion)),
        ),
        response: {
          uid: 'other',
          convertedObjects: q.objects.map((o) => convertOne(o, q.desiredAPIVersion)),
          result: { status: 'Success' },
        },
      }));
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'h:1' }));
      t.see('get', (await t.get(`${c.path(undefined, 'v2')}/a`)).status);
    },
  },
  {
    name: 'a webhook must answer as many objects as it was asked for',
    async run(t) {
      const { c } = await converted(t, (q) => answer(q, []));
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'h:1' }));
      t.see('get', (await t.get(`${c.path(undefined, 'v2')}/a`)).status);
    },
  },
  {
    name: 'a webhook must answer in the desired version',
    async run(t) {
      const { c } = await converted(t, (q) => answer(q, q.objects));
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'h:1' }));
      t.see('get', (await t.get(`${c.path(undefined, 'v2')}/a`)).status);
    },
  },
  {
    name: 'the result of the webhook is pruned by the desired version',
    async run(t) {
      const w = await converter(t, (q) =>
        answer(
          q,
          q.objects.map((o) => {
            o = convertOne(o, q.desiredAPIVersion);
            o.spec = { ...o.spec, ghost: 1 };
            return o;
          }),
        ),
      );
      const c = await t.crd({
        scope: 'Cluster',
        versions: [
          ver('v1', true, { hostPort: { type: 'string' } }),
          ver('v2', false, { host: { type: 'string' }, port: { type: 'string' }, proto: { type: 'string' } }),
        ],
        spec: { conversion: w.conversion() },
      });
      drop(t, c);
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'h:1' }));
      const r = await t.get(`${c.path(undefined, 'v2')}/a`);
      t.see('v2', { code: r.status, spec: r.json.spec });
    },
  },
  {
    name: 'conversionReviewVersions must name a version that the server knows',
    async run(t) {
      seeError(
        t,
        'unknown only',
        await t.post(
          `${CRDS}?dryRun=All`,
          crdBody(t, {
            spec: {
              conversion: {
                strategy: 'Webhook',
                webhook: { conversionReviewVersions: ['v9'], clientConfig: { url: 'https://127.0.0.1:1/c' } },
              },
            },
          }),
        ),
      );
      seeError(
        t,
        'known among others',
        await t.post(
          `${CRDS}?dryRun=All`,
          crdBody(t, {
            spec: {
              conversion: {
                strategy: 'Webhook',
                webhook: { conversionReviewVersions: ['v9', 'v1'], clientConfig: { url: 'https://127.0.0.1:1/c' } },
              },
            },
          }),
        ),
      );
    },
  },
  {
    name: 'a webhook client by service keeps its defaults',
    async run(t) {
      const r = await t.post(
        `${CRDS}?dryRun=All`,
        crdBody(t, {
          spec: {
            conversion: {
              strategy: 'Webhook',
              webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { namespace: 'a', name: 'b' } } },
            },
          },
        }),
      );
      t.see('conversion', { code: r.status, conversion: r.json.spec?.conversion });
    },
  },
  {
    name: 'switching the strategy from None to Webhook takes effect',
    async run(t) {
      const w = await converter(t);
      const c = await two(t);
      await t.post(c.path(undefined, 'v1'), at(c, 'v1', 'a', { hostPort: 'h:1' }));
      t.see('None', (await t.get(`${c.path(undefined, 'v2')}/a`)).json.spec);
      await update(t, c.crdPath, (o) => {
        o.spec.conversion = w.conversion();
      });
      const r = await need(t, 'converted', async () => {
        const r = await t.get(`${c.path(undefined, 'v2')}/a`);
        return r.json?.spec?.host && r;
      });
      t.see('Webhook', r.json.spec);
      drop(t, c);
    },
  },
  {
    name: 'dryRun in the other version is converted and stores nothing',
    async run(t) {
      const { c } = await converted(t);
      const r = await t.post(`${c.path(undefined, 'v2')}?dryRun=All`, at(c, 'v2', 'a', { host: 'h', port: '1' }));
      t.see('dry', { code: r.status, spec: r.json.spec });
      t.see('absent', (await t.get(`${c.path(undefined, 'v1')}/a`)).status);
    },
  },
]);
