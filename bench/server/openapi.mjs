import { ApiRequest } from '../../dist/server/http/index.js';
import { OpenApiService } from '../../dist/server/openapi/index.js';
import { Resource } from '../../dist/server/registry/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'OpenAPI documents';

const kinds = 300;
const gzip = { 'accept-encoding': 'gzip' };
const protobuf = { ...gzip, accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' };

export async function run(bench) {
  const large = schemaOf({ sections: 32, fields: 60 });
  const kilobytes = Math.round(JSON.stringify(large).length / 1000);
  const [v3, v2] = [[], []];
  for (let round = 0; round < 15; round++) {
    const service = new OpenApiService({ version: 'v1.36.0' });
    service.add(resource(0, large));
    v3.push(took(() => call(service, '/openapi/v3/apis/bench0.example.com/v1', gzip)));
    v2.push(took(() => call(service, '/openapi/v2', protobuf)));
  }
  bench.row(`v3 document of a schema of ${kilobytes} KB, compressed`, Math.min(...v3), 'ms', { atMost: 30 });
  bench.row('v2 document of the same, as protobuf', Math.min(...v2), 'ms', { atMost: 60 });
  await manyKinds(bench);
}

/** The cost of hundreds of custom resources: when they are added, listed, and read. */
async function manyKinds(bench) {
  const service = new OpenApiService({ version: 'v1.36.0' });
  const resources = Array.from({ length: kinds }, (_, index) => resource(index, schemaOf({ sections: 3, fields: 30 })));
  const bytesPerKind = (before) => (memory() - before) / kinds;
  const start = memory();
  const added = took(() => {
    for (const each of resources) service.add(each);
  });
  bench.row('add a kind', (added * 1000) / kinds, 'µs', { atMost: 200 });
  bench.row('memory of a kind that is not requested', bytesPerKind(start), 'bytes', { atMost: 4000 });
  const listed = took(() => call(service, '/openapi/v3', gzip));
  bench.row(`index of ${kinds} kinds, first time`, listed, 'ms');
  bench.row('memory of a kind that is in the index', bytesPerKind(start), 'bytes', { atMost: 5000 });
  service.add(resource(kinds, schemaOf({ sections: 3, fields: 30 })));
  bench.row(
    'index after one more kind',
    took(() => call(service, '/openapi/v3', gzip)),
    'ms',
    { atMost: 20 },
  );
  for (const { group } of resources) call(service, `/openapi/v3/apis/${group}/v1`, gzip);
  bench.row('memory of a kind whose v3 document was read', bytesPerKind(start), 'bytes', { atMost: 30_000 });
  bench.row(
    `v2 document of ${kinds} kinds, first time`,
    took(() => call(service, '/openapi/v2', protobuf)),
    'ms',
  );
  service.add(resource(kinds + 1, schemaOf({ sections: 3, fields: 30 })));
  bench.row(
    'v2 document after one more kind',
    took(() => call(service, '/openapi/v2', protobuf)),
    'ms',
  );
  bench.row('memory of a kind that v2 was read of too', bytesPerKind(start), 'bytes');
  const again = nanosecondsPerCall(() => call(service, '/openapi/v2', gzip).status);
  bench.row('a document that is there', again / 1000, 'µs', { atMost: 20 });
}

function resource(index, schema) {
  return new Resource(`bench${index}.example.com`, {
    kind: 'Sample',
    plural: 'samples',
    scope: 'Namespaced',
    workingVersion: 'request',
    subresources: { status: { verbs: ['get', 'update', 'patch'] } },
    versions: { v1: { schema } },
  });
}

function schemaOf({ sections, fields }) {
  const properties = {};
  for (let section = 0; section < sections; section++) {
    const inner = {};
    for (let field = 0; field < fields; field++)
      inner[`field${field}`] =
        field % 4 === 3
          ? {
              type: 'array',
              items: { type: 'string', minLength: 1 },
              description: `The values of ${field} in ${section}.`,
            }
          : {
              type: 'string',
              description: `What section ${section} does with field ${field}, and when.`,
              maxLength: 63,
            };
    properties[`section${section}`] = { type: 'object', properties: inner, required: ['field0'] };
  }
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}

function call(service, target, headers) {
  return service.handle(new ApiRequest({ method: 'GET', target, headers }, {}));
}

function took(work) {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

/** Bytes in use, buffers included. */
function memory() {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
