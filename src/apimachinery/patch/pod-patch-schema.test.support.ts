import type { JsonSchema } from '../schema/index.js';
import { openApiPatchSchema } from './openapi-patch-schema.js';

const scalar: JsonSchema = { type: 'string' };

/** The parts of a Pod's schema with patch strategies, in the forms of OpenAPI v2 and v3. */
const definitions: Record<string, JsonSchema> = {
  Pod: { properties: { metadata: { $ref: 'ObjectMeta' }, spec: { allOf: [{ $ref: 'PodSpec' }] } } },
  ObjectMeta: {
    properties: {
      labels: { type: 'object', additionalProperties: scalar },
      finalizers: { type: 'array', items: scalar, 'x-kubernetes-patch-strategy': 'merge' },
      ownerReferences: merging('uid', { $ref: 'OwnerReference' }),
    },
  },
  OwnerReference: { properties: { uid: scalar, name: scalar } },
  PodSpec: {
    properties: {
      containers: merging('name', { allOf: [{ $ref: 'Container' }] }),
      volumes: { ...merging('name', { $ref: 'Volume' }), 'x-kubernetes-patch-strategy': 'merge,retainKeys' },
      tolerations: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'atomic' },
      imagePullSecrets: merging('name', { type: 'object', properties: { name: scalar } }),
      securityContext: { properties: { runAsUser: { type: 'integer' } }, 'x-kubernetes-patch-strategy': 'replace' },
      strategy: { properties: { type: scalar }, 'x-kubernetes-patch-strategy': 'retainKeys' },
      broken: { type: 'array', items: { type: 'object' }, 'x-kubernetes-patch-strategy': 'merge' },
    },
  },
  Container: {
    properties: {
      name: scalar,
      image: scalar,
      args: { type: 'array', items: scalar },
      env: merging('name', { properties: { name: scalar, value: scalar } }),
      ports: merging('containerPort', { properties: { containerPort: { type: 'integer' } } }),
      resources: { properties: { limits: { additionalProperties: scalar } } },
      nested: { $ref: 'Container' },
    },
  },
  Volume: { properties: { name: scalar, emptyDir: { type: 'object' }, configMap: { type: 'object' } } },
};

function merging(mergeKey: string, items: JsonSchema): JsonSchema {
  return { type: 'array', items, 'x-kubernetes-patch-strategy': 'merge', 'x-kubernetes-patch-merge-key': mergeKey };
}

export const podPatchSchema = openApiPatchSchema({ $ref: 'Pod' }, (reference) => definitions[reference]);
