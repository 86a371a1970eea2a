// Headers, encodings and paths.
import { gunzipSync } from 'node:zlib';
import { MERGE } from '../../support/case-helpers.mjs';

const configMap = (name, data = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
const collection = (ns) => `/api/v1/namespaces/${ns}/configmaps`;
const brief = ({ status, json, text }) => ({ code: status, reason: json?.reason, says: json ? json.message : text });

export const cases = [
  {
    name: 'content types that are malformed, or no type of a patch, are refused',
    async run(t) {
      const path = collection(await t.ns());
      for (const type of ['application/json;;', 'application/json; ;', 'application/json;', 'application/json;a']) {
        t.see(`create: ${type}`, brief(await t.post(`${path}?dryRun=All`, configMap('a'), { type })).code);
      }
      for (const type of ['*/*', 'application/*', 'application/json', 'text/plain']) {
        t.see(`patch: ${type}`, brief(await t.patch(`${path}/a`, {}, type)));
      }
    },
  },
  {
    name: 'long lines of YAML are folded',
    async run(t) {
      const path = collection(await t.ns());
      const words = 'word '.repeat(40).trim();
      const data = {
        plain: words,
        single: `: ${words} 'quoted' ${words}`,
        double: `\t${words}  ${words}`,
        block: `${words}\n${words}`,
        long: 'x'.repeat(200),
        spaces: `${'x'.repeat(100)}  y  z end`,
        edges: `${'x'.repeat(100)} y `,
        start: ` ${'x'.repeat(100)} y`,
        unicode: `${'é'.repeat(70)} é é é é é é é é é é é é`,
      };
      await t.post(path, configMap('a', data));
      const { text } = await t.get(`${path}/a`, { accept: 'application/yaml' });
      t.see('data', text.slice(0, text.indexOf('kind: ConfigMap')));
      t.see('status', (await t.post(path, {}, { accept: 'application/yaml' })).text);
    },
  },
  {
    name: 'metrics are compressed for clients that accept it',
    async run(t) {
      for (const accepted of ['gzip', 'deflate, gzip', 'identity']) {
        const { status, headers, buf } = await t.http('GET', '/metrics', {
          raw: true,
          headers: { 'accept-encoding': accepted },
        });
        const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(buf) : buf;
        t.see(accepted, [status, headers['content-encoding'], headers['content-type'], bytes.includes('\n# TYPE ')]);
      }
    },
  },
  {
    name: 'OpenAPI documents that do not exist are 404 without a text',
    async run(t) {
      for (const path of ['/openapi/v3/none', '/openapi/v3/', '/openapi/v3/apis/none/v1']) {
        const { status, headers, text } = await t.get(path);
        t.see(path, [status, headers['content-type'], text]);
      }
      const { status, headers, text } = await t.get('/openapi/v3', { headers: { 'if-match': '"other"' } });
      t.see('condition that is not met', [status, headers['content-type'], text]);
    },
  },
  {
    name: 'a merge patch that is not JSON',
    async run(t) {
      const path = `${collection(await t.ns())}/a`;
      await t.post(path.slice(0, -2), configMap('a'));
      for (const validation of ['Strict', 'Warn', 'Ignore']) {
        for (const body of ['{"a":1,', '', '{} {}', 'null']) {
          t.see(`${validation}: ${body}`, brief(await t.patch(`${path}?fieldValidation=${validation}`, body, MERGE)));
        }
      }
    },
  },
  {
    name: 'deletion with the body of another kind',
    async run(t) {
      const path = collection(await t.ns());
      await t.post(path, configMap('a'));
      for (const body of [
        { apiVersion: 'v1', kind: 'ConfigMap' },
        { apiVersion: 'v2', kind: 'DeleteOptions' },
      ]) {
        t.see(`object: ${body.kind}`, brief(await t.del(`${path}/a`, { body })));
        t.see(`collection: ${body.kind}`, brief(await t.del(path, { body })));
      }
    },
  },
  {
    name: 'a negative limit is no limit',
    async run(t) {
      const path = collection(await t.ns());
      for (const name of ['a', 'b']) await t.post(path, configMap(name));
      const names = ({ json }) => [json.items?.map(({ metadata }) => metadata.name), json.metadata?.continue];
      t.see('list', names(await t.get(`${path}?limit=-1`)));
      t.see('deleted', names(await t.del(`${path}?limit=-1`)));
      t.see('left', names(await t.get(path)));
    },
  },
  {
    name: 'a timeout that has passed before the request is processed',
    async run(t) {
      const path = collection(await t.ns());
      for (const timeout of ['1ns', '1us', '0.5us']) {
        const { status, headers, text } = await t.post(`${path}?timeout=${timeout}`, configMap('a'));
        t.see(timeout, [status, headers['content-type'], text]);
      }
      t.see('created', (await t.get(path)).json.items.length);
    },
  },
  {
    name: 'field selectors that a resource does not have',
    async run(t) {
      const fields = ['spec.driver=a', 'spec.pool.name=a', 'metadata.name=a', 'metadata.namespace=a', 'x=y'];
      for (const field of fields) {
        t.see(
          field,
          brief(await t.get(`/apis/resource.k8s.io/v1/resourceslices?fieldSelector=${field}`)).says?.slice(0, 90),
        );
      }
    },
  },
];
