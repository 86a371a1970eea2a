// CBOR, behind its feature gate: bodies, responses, watches, apply, errors.
import { CborWriter } from '../../../dist/apimachinery/codec/cbor/cbor-writer.js';
import { cborCodec, cborPrefix } from '../../../dist/apimachinery/codec/index.js';

export const flags = ['--feature-gates=CBORServingAndStorage=true'];
export const parallel = 4;

const cbor = 'application/cbor';
const applyCbor = 'application/apply-patch+cbor';

/** The response with its body decoded, and the media type. */
function decoded({ status, headers, buf, text }) {
  const type = headers['content-type'];
  if (type?.startsWith(cbor))
    return { status, type, prefix: buf.subarray(0, 3).toString('hex'), body: cborCodec.decode(buf) };
  return { status, type, body: type === 'application/json' ? JSON.parse(text) : text };
}

/** Keys stay in order: messages about unknown fields have their index. */
function encode(value) {
  const writer = new CborWriter();
  writer.raw(cborPrefix);
  writer.value(value);
  return writer.take();
}
const hex = (text) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** JSON has no 64-bit integers. */
const exact = (value) =>
  JSON.parse(JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}n` : each)));
const withMessage = { message: true };

function configMap(name, data) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

async function definition(t) {
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          count: { type: 'integer' },
          ratio: { type: 'number' },
          blob: { type: 'string', format: 'byte' },
          anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
      status: { type: 'object', properties: { replicas: { type: 'integer' } } },
    },
  };
  const subresources = {
    status: {},
    scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.replicas' },
  };
  return t.crd({ schema, version: { subresources } });
}

export const cases = [
  {
    name: 'a built-in object is created, read, listed, replaced and deleted',
    async run(t) {
      const path = `/api/v1/namespaces/${await t.ns()}/configmaps`;
      const name = `${t.id}-c`;
      const options = { type: cbor, accept: cbor };
      t.see('created', decoded(await t.post(path, encode(configMap(name, { a: 'b' })), options)));
      const read = decoded(await t.get(`${path}/${name}`, { accept: cbor }));
      t.see('read', read);
      t.see('listed', decoded(await t.get(path, { accept: cbor })));
      t.see('replaced', decoded(await t.put(`${path}/${name}`, encode({ ...read.body, data: { a: 'c' } }), options)));
      t.see('as JSON', decoded(await t.get(`${path}/${name}`)));
      const deleteOptions = encode({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'x' } });
      t.see('not deleted', decoded(await t.del(`${path}/${name}`, { body: deleteOptions, ...options })));
      t.see('deleted', decoded(await t.del(`${path}/${name}`, { accept: cbor })));
    },
  },
  {
    name: 'a custom resource is created, read, listed, replaced and deleted',
    async run(t) {
      const { path, apiVersion } = await definition(t);
      const place = path(await t.ns());
      const spec = { text: 'x', count: 3, ratio: 1.5, blob: 'AAE=', anything: { a: [1, null, true, { b: 'é' }] } };
      const widget = { apiVersion, kind: 'Widget', metadata: { name: 'w', labels: { a: 'b' } }, spec };
      const options = { type: cbor, accept: cbor };
      t.see('created', decoded(await t.post(place, encode(widget), options)));
      const read = decoded(await t.get(`${place}/w`, { accept: cbor }));
      t.see('listed', decoded(await t.get(place, { accept: cbor })));
      t.see('replaced', decoded(await t.put(`${place}/w`, encode({ ...read.body, spec: { text: 'y' } }), options)));
      t.see(
        'status',
        decoded(
          await t.put(
            `${place}/w/status`,
            encode({ ...read.body, metadata: { name: 'w' }, status: { replicas: 1 } }),
            options,
          ),
        ),
      );
      t.see('scale', decoded(await t.get(`${place}/w/scale`, { accept: cbor })));
      t.see('as JSON', decoded(await t.get(`${place}/w`)));
      t.see('deleted', decoded(await t.del(`${place}/w`, { accept: cbor })));
    },
  },
  {
    name: 'apply with CBOR creates and changes objects',
    async run(t) {
      const ns = await t.ns();
      const name = `${t.id}-c`;
      const place = `/api/v1/namespaces/${ns}/configmaps/${name}?fieldManager=m`;
      const apply = (body, query = '') => t.patch(place + query, body, applyCbor, { accept: cbor });
      t.see('created', decoded(await apply(encode(configMap(name, { a: 'b' })))));
      t.see('changed', decoded(await apply(encode(configMap(name, { c: 'd' })))));
      t.see(
        'a conflict',
        decoded(
          await t.patch(
            `/api/v1/namespaces/${ns}/configmaps/${name}?fieldManager=n`,
            encode(configMap(name, { c: 'x' })),
            applyCbor,
          ),
        ),
        withMessage,
      );
      t.see('repeated keys', decoded(await apply(hex('a2 4161 01 4161 02'))), withMessage);
      t.see('not a map', decoded(await apply(hex('01'))), withMessage);
      t.see('no CBOR', decoded(await apply(Buffer.from('{}'))), withMessage);
      const { path, apiVersion } = await definition(t);
      const widget = { apiVersion, kind: 'Widget', metadata: { name: 'w' }, spec: { text: 'x' } };
      t.see(
        'a custom resource',
        decoded(await t.patch(`${path(ns)}/w?fieldManager=m`, encode(widget), applyCbor, { accept: cbor })),
      );
    },
  },
  {
    name: 'metadata, tables and errors',
    async run(t) {
      const { path, apiVersion } = await definition(t);
      const ns = await t.ns();
      await t.post(path(ns), { apiVersion, kind: 'Widget', metadata: { name: 'w' } });
      const metadata = `${cbor};g=meta.k8s.io;v=v1;as=PartialObjectMetadata`;
      const list = `${cbor};g=meta.k8s.io;v=v1;as=PartialObjectMetadataList`;
      const table = `${cbor};g=meta.k8s.io;v=v1;as=Table`;
      for (const [label, accept, place] of [
        ['metadata of a custom resource', metadata, `${path(ns)}/w`],
        ['metadata of custom resources', list, path(ns)],
        ['a table of custom resources', table, path(ns)],
        ['a table, or else JSON', `${table},application/json`, `${path(ns)}/w`],
        ['metadata of a namespace', metadata, `/api/v1/namespaces/${ns}`],
        ['a table of a namespace', table, `/api/v1/namespaces/${ns}`],
        ['not found', cbor, `${path(ns)}/missing`],
        ['not found, built in', cbor, `/api/v1/namespaces/${t.id}-missing`],
        ['unknown path', cbor, `/api/v1/namespaces/${ns}/unknown`],
        ['unknown group', cbor, `/apis/${t.id}.unknown/v1/things`],
        ['a sequence of objects', 'application/cbor-seq', `/api/v1/namespaces/${ns}`],
        ['nothing that is served', 'application/x', `/api/v1/namespaces/${ns}`],
        ['nothing that is served, custom', 'application/x', `${path(ns)}/w`],
      ]) {
        const response = decoded(await t.get(place, { accept }));
        t.see(label, response, { message: response.status >= 400, drop: ['columnDefinitions'] });
      }
      t.see('unauthorized', decoded(await t.get('/api/v1/namespaces', { accept: cbor, token: 'wrong' })));
      t.see('forbidden', decoded(await t.get('/api/v1/secrets', { accept: cbor, token: 'viewer-token' })));
    },
  },
  {
    name: 'discovery',
    async run(t) {
      const { group } = await definition(t);
      const head = async (accept, path) => {
        const { status, headers } = await t.get(path, { accept });
        return { status, type: headers['content-type'] };
      };
      const aggregated = `${cbor};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
      for (const path of [
        '/api',
        '/apis',
        '/apis/apps',
        '/apis/apps/v1',
        `/apis/${group}`,
        `/apis/${group}/v1`,
        '/apis/apiextensions.k8s.io/v1',
        '/apis/apiregistration.k8s.io/v1',
        '/version',
        '/openapi/v2',
        '/openapi/v3',
      ]) {
        t.see(path.replace(group, 'a custom group'), await head(cbor, path));
      }
      t.see('aggregated', await head(aggregated, '/apis'));
      t.see('aggregated core', await head(aggregated, '/api'));
    },
  },
  {
    name: 'the pages about the instance',
    async run(t) {
      for (const [page, kind] of [
        ['statusz', 'Statusz'],
        ['flagz', 'Flagz'],
      ]) {
        for (const version of ['v1alpha1', 'v1beta1', 'v2']) {
          const { status, headers, buf } = await t.get(`/${page}`, {
            accept: `${cbor};g=config.k8s.io;v=${version};as=${kind}`,
          });
          const type = headers['content-type'];
          const body = type.startsWith(cbor) ? cborCodec.decode(buf) : JSON.parse(buf);
          t.see(
            `${page} ${version}`,
            {
              status,
              type,
              kind: body.kind,
              apiVersion: body.apiVersion,
              keys: Object.keys(body).sort(),
              message: body.message,
            },
            withMessage,
          );
        }
        const { status, headers } = await t.get(`/${page}`, { accept: cbor });
        t.see(`${page} without a version`, { status, type: headers['content-type'] });
      }
    },
  },
  {
    name: 'a watch is a sequence',
    async run(t) {
      const { path, apiVersion } = await definition(t);
      const ns = await t.ns();
      const name = `${t.id}-c`;
      await t.post(`/api/v1/namespaces/${ns}/configmaps`, configMap(name, { a: 'b' }));
      await t.post(path(ns), { apiVersion, kind: 'Widget', metadata: { name: 'w' } });
      const options = `watch=true&timeoutSeconds=1&fieldSelector=metadata.name=`;
      for (const [label, accept, place] of [
        ['built in', cbor, `/api/v1/namespaces/${ns}/configmaps?${options}${name}`],
        ['custom', cbor, `${path(ns)}?${options}w`],
        ['metadata', `${cbor};g=meta.k8s.io;v=v1;as=PartialObjectMetadata`, `${path(ns)}?${options}w`],
        ['as the client of Go', `${cbor},application/json`, `${path(ns)}?${options}w`],
        ['by the type of the stream', 'application/cbor-seq', `${path(ns)}?${options}w`],
        ['by both', 'application/cbor-seq,application/cbor', `/api/v1/namespaces/${ns}/configmaps?${options}${name}`],
      ]) {
        const { status, headers, buf } = await t.get(place, { accept });
        const type = headers['content-type'];
        const body = type.includes('json')
          ? JSON.parse(status === 200 ? buf.toString().split('\n')[0] : buf)
          : cborCodec.decode(buf);
        t.see(label, { status, type, body }, { message: status >= 400 });
      }
    },
  },
  {
    name: 'bodies that are refused',
    async run(t) {
      const { path, apiVersion } = await definition(t);
      const ns = await t.ns();
      const typed = `/api/v1/namespaces/${ns}/configmaps`;
      const cases = {
        nothing: '',
        'no CBOR': '7b7d',
        'a number': '01',
        'a text': '6161',
        'an array': '80',
        null: 'f6',
        'an empty map': 'a0',
        'the end is missing': 'a1 4161',
        'more after the end': 'a0 00',
        'repeated keys': 'a2 446b696e64 4161 446b696e64 4161',
        'a key that is no text': 'a1 01 01',
        'an integer of 65 bits': 'a1 4161 1b8000000000000000',
        'a bignum': 'a1 4161 c2 4101',
        NaN: 'a1 4161 f97e00',
        undefined: 'a1 4161 f7',
        'invalid UTF-8': 'a1 4161 61ff',
        'a kind that is no text': 'a1 446b696e64 01',
        'another kind': 'a2 446b696e64 43506f64 4a61706956657273696f6e 427631',
        'no apiVersion': 'a1 446b696e64 4657 6964676574',
      };
      // A type that does not have the field skips its value, whatever it is.
      const skippedByTypes = new Set(['a key that is no text', 'an integer of 65 bits', 'undefined', 'invalid UTF-8']);
      for (const [label, text] of Object.entries(cases)) {
        const body = hex(text);
        if (!skippedByTypes.has(label)) {
          t.see(
            `${label}, built in`,
            decoded(await t.post(typed, body, { type: cbor, headers: { 'content-type': cbor } })),
            withMessage,
          );
        }
        t.see(
          `${label}, custom`,
          decoded(await t.post(path(ns), body, { type: cbor, headers: { 'content-type': cbor } })),
          withMessage,
        );
      }
      const named = (name, data) => encode({ ...configMap(`${t.id}-${name}`), data });
      const post = (body, query = '') => t.post(`${typed}${query}`, body, { type: cbor });
      t.see('a field of another type', decoded(await post(named('a', 5))));
      t.see('a member of another type', decoded(await post(named('b', { a: 5 }))));
      t.see(
        'a field of another type, custom',
        decoded(
          await t.post(path(ns), encode({ apiVersion, kind: 'Widget', metadata: { name: 'a' }, spec: { text: 5 } }), {
            type: cbor,
          }),
        ),
        withMessage,
      );
      t.see(
        'metadata of another type, custom',
        decoded(await t.post(path(ns), encode({ apiVersion, kind: 'Widget', metadata: 5 }), { type: cbor })),
        withMessage,
      );
      t.see(
        'a name of another type, custom',
        decoded(await t.post(path(ns), encode({ apiVersion, kind: 'Widget', metadata: { name: 5 } }), { type: cbor })),
        withMessage,
      );
    },
  },
  {
    name: 'unknown fields',
    async run(t) {
      const { path, apiVersion } = await definition(t);
      const ns = await t.ns();
      const typed = `/api/v1/namespaces/${ns}/configmaps`;
      for (const validation of ['Strict', 'Warn', 'Ignore']) {
        const name = `${t.id}-${validation.toLowerCase()}`;
        const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, extra: 1 }, data: {}, more: 2 };
        const widget = { apiVersion, kind: 'Widget', metadata: { name }, spec: { text: 'x', more: 1 }, other: 2 };
        for (const [label, place, body] of [
          ['built in', typed, map],
          ['custom', path(ns), widget],
        ]) {
          const response = await t.post(`${place}?fieldValidation=${validation}`, encode(body), { type: cbor });
          t.see(`${validation}, ${label}`, { ...decoded(response), warning: response.headers.warning }, withMessage);
        }
      }
    },
  },
  {
    name: 'values of other encoders',
    async run(t) {
      const { path, apiVersion } = await definition(t);
      const ns = await t.ns();
      const place = path(ns);
      const text = (value) => Buffer.concat([Buffer.from([0x78, Buffer.byteLength(value)]), Buffer.from(value)]);
      const member = (key, ...value) => Buffer.concat([text(key), ...value]);
      const anything = (name, ...value) =>
        Buffer.concat([
          hex('bf'),
          member('apiVersion', text(apiVersion)),
          member('kind', text('Widget')),
          member('metadata', hex('a1'), member('name', text(name))),
          member('spec', hex('a1'), member('anything', hex('a1'), member('v', ...value))),
          hex('ff'),
        ]);
      const values = {
        'chunks-of-bytes': hex('5f 4161 4162 ff'),
        'chunks-of-text': hex('7f 6161 6162 ff'),
        'an-indefinite-array': hex('9f 01 02 ff'),
        base64: hex('d6 43 010203'),
        base64url: hex('d5 43 fffefd'),
        base16: hex('d7 43 010203'),
        'within-a-tag': hex('d6 82 4101 d7 41ff'),
        'an-unknown-tag': hex('d8ff 01'),
        'a-time': hex('c0 74 323031332d30332d32315432303a30343a30305a'),
        seconds: hex('c1 1a 514b67b0'),
        'seconds-with-a-fraction': hex('c1 fb 41d452d9ec200000'),
        'seconds-before-1970': hex('c1 fb bff8000000000000'),
        'a-half': hex('f9 3e00'),
        'a-whole-half': hex('f9 3c00'),
        'a-single': hex('fa 47c35040'),
        'a-double': hex('fb 3ff199999999999a'),
        'the-greatest-integer': hex('1b 7fffffffffffffff'),
        'the-smallest-integer': hex('3b 7fffffffffffffff'),
        'bytes-that-are-no-text': hex('42 c328'),
        'a-long-head': hex('1b 0000000000000001'),
      };
      for (const [name, value] of Object.entries(values)) {
        const created = await t.post(place, anything(name, value), { type: cbor });
        t.see(name, {
          status: created.status,
          text: created.text.match(/"anything":(.*?)}}/)?.[1].replace('\\ufffd', '\ufffd'),
        });
        const read = await t.get(`${place}/${name}`, { accept: cbor });
        t.see(`${name} in CBOR`, exact(cborCodec.decode(read.buf).spec), withMessage);
      }
    },
  },
  {
    name: 'media types in OpenAPI documents',
    async run(t) {
      const { paths } = (await t.get('/openapi/v2')).json;
      const of = (operation) => [operation.consumes, operation.produces];
      for (const path of ['/api/', '/apis/apps/', '/api/v1/', '/apis/apps/v1/']) t.see(path, of(paths[path].get));
      const item = paths['/api/v1/namespaces/{namespace}/configmaps/{name}'];
      for (const method of ['get', 'put', 'patch', 'delete']) t.see(method, of(item[method]));
      const v3 = (await t.get('/openapi/v3/apis/apps/v1')).json.paths;
      const patch = v3['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'].patch;
      t.see('v3', [
        Object.keys(patch.requestBody.content).sort(),
        Object.keys(v3['/apis/apps/v1/'].get.responses['200'].content).sort(),
      ]);
    },
  },
];
