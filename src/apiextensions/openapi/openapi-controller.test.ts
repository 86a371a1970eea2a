import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type ApiResponse, inject } from '../../server/http/index.js';
import { OpenApiService } from '../../server/openapi/index.js';
import { acceptedNames, Changes, definitionOf, established } from '../definitions.test.support.js';
import { OpenApiController } from './openapi-controller.js';

const conditions = [acceptedNames, established];
const notFound: ApiResponse = { status: 404, headers: {} };

function publish() {
  const changes = new Changes();
  const service = new OpenApiService({ version: 'v1.36.0' });
  new OpenApiController(changes, service).start();
  const read = async (target: string): Promise<JsonObject> => {
    const response = await inject(async (request) => (await service.handle(request)) ?? notFound, { target });
    return response.status === 200 ? JSON.parse((await response.body()).toString()) : { status: response.status };
  };
  const index = async () => Object.entries((await read('/openapi/v3'))['paths'] as Record<string, JsonObject>);
  return { changes, read, index };
}

const schema = {
  type: 'object',
  description: 'A widget.',
  properties: {
    spec: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { port: { 'x-kubernetes-int-or-string': true } },
    },
  },
};
const versions = [
  {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    selectableFields: [{ jsonPath: '.spec.port' }],
    subresources: { status: {} },
  },
  { name: 'v2', served: false, storage: false },
];

describe('OpenAPI', () => {
  it('publishes the schema of a version in both forms, with its paths', async () => {
    const { changes, read } = publish();
    changes.put(definitionOf({ spec: { versions }, conditions }));
    const v3 = (await read('/openapi/v3/apis/example.com/v1')) as {
      paths: JsonObject;
      components: { schemas: Record<string, JsonObject> };
    };
    expect(v3.components.schemas['com.example.v1.Widget']).toMatchObject({
      description: 'A widget.',
      'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Widget' }],
      'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.port' }],
      properties: {
        metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
        spec: { properties: { port: { anyOf: [{ type: 'integer' }, { type: 'string' }] } } },
      },
    });
    expect(Object.keys(v3.paths)).toEqual([
      '/apis/example.com/v1/namespaces/{namespace}/widgets',
      '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}',
      '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/status',
      '/apis/example.com/v1/widgets',
    ]);
    const v2 = (await read('/openapi/v2')) as { definitions: Record<string, JsonObject> };
    expect(v2.definitions['com.example.v1.Widget']).toMatchObject({
      properties: { spec: { 'x-kubernetes-preserve-unknown-fields': true } },
    });
    expect(v2.definitions['com.example.v1.WidgetList']).toMatchObject({ required: ['items'] });
  });

  it('follows definitions as they are established, change and go', async () => {
    const { changes, index, read } = publish();
    changes.put(definitionOf());
    expect((await index()).map(([name]) => name)).toEqual(['apis', 'version']);
    changes.put(definitionOf({ conditions }));
    const before = await index();
    expect(before.map(([name]) => name)).toEqual(['apis', 'apis/example.com/v1', 'version']);
    changes.put(definitionOf({ conditions, annotations: { a: 'b' } }));
    expect(await index()).toEqual(before);
    changes.put(definitionOf({ conditions, generation: 2, spec: { versions } }));
    expect(await index()).not.toEqual(before);
    changes.delete(definitionOf());
    expect((await index()).map(([name]) => name)).toEqual(['apis', 'version']);
    expect(await read('/openapi/v3/apis/example.com/v1')).toEqual({ status: 404 });
  });
});
