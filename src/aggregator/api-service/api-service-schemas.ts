import type { JsonSchema } from '../../apimachinery/schema/index.js';

const prefix = 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.';
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${prefix}${name}` });

const serviceReference: JsonSchema = {
  description: 'A Service and the port of it on which the API is served.',
  type: 'object',
  properties: {
    name: { description: 'The name of the Service.', type: 'string' },
    namespace: { description: 'The namespace of the Service.', type: 'string' },
    port: { description: 'From 1 to 65535; 443 if unset.', type: 'integer', format: 'int32' },
  },
};

const spec: JsonSchema = {
  description: 'Which group version is served, by whom, and how its server is known. Only HTTPS is spoken.',
  type: 'object',
  required: ['groupPriorityMinimum', 'versionPriority'],
  properties: {
    caBundle: {
      description: 'Certificates, in PEM, of the authorities for the server. Those of the system if unset.',
      type: 'string',
      format: 'byte',
      'x-kubernetes-list-type': 'atomic',
    },
    group: { description: 'The name of the API group.', type: 'string' },
    groupPriorityMinimum: {
      description:
        'The priority that the group has at least, up to 20000: clients prefer groups with a higher one. The highest ' +
        'of the versions of a group counts; among equals the order is that of the names.',
      type: 'integer',
      format: 'int32',
      default: 0,
    },
    insecureSkipTLSVerify: {
      description: 'Does not check the certificate of the server. Better give a caBundle.',
      type: 'boolean',
    },
    service: {
      description: 'Where the server is. Unset for group versions that this server serves by itself.',
      allOf: [reference('ServiceReference')],
    },
    version: { description: 'The version of the group, such as v1.', type: 'string' },
    versionPriority: {
      description:
        'The place of the version within its group, from 1 to 1000: higher ones come first. Among equals v2 comes ' +
        'before v1, v1 before v1beta2, v1beta2 before v1alpha1, and all other names come last.',
      type: 'integer',
      format: 'int32',
      default: 0,
    },
  },
};

const condition: JsonSchema = {
  description: 'One aspect of the state of an APIService.',
  type: 'object',
  required: ['type', 'status'],
  properties: {
    lastTransitionTime: {
      description: 'When the status last changed.',
      allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time' }],
    },
    message: { description: 'The reason for people.', type: 'string' },
    reason: { description: 'The reason, in one word in CamelCase.', type: 'string' },
    status: { description: 'True, False or Unknown.', type: 'string', default: '' },
    type: { description: 'The type of the condition.', type: 'string', default: '' },
  },
};

const status: JsonSchema = {
  description: 'What was found out about the server.',
  type: 'object',
  properties: {
    conditions: {
      description: 'The state of the APIService.',
      type: 'array',
      items: { allOf: [reference('APIServiceCondition')], default: {} },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      'x-kubernetes-patch-merge-key': 'type',
      'x-kubernetes-patch-strategy': 'merge',
    },
  },
};

/** What the schema of the kind refers to, by model name. */
export const apiServiceModels: Readonly<Record<string, JsonSchema>> = {
  [`${prefix}APIServiceCondition`]: condition,
  [`${prefix}APIServiceSpec`]: spec,
  [`${prefix}APIServiceStatus`]: status,
  [`${prefix}ServiceReference`]: serviceReference,
};

export const apiServiceSchema: JsonSchema = {
  description: 'The server of a group version. Its name is version.group.',
  type: 'object',
  properties: {
    spec: { description: 'Which server it is.', allOf: [reference('APIServiceSpec')], default: {} },
    status: { description: 'What was found out about it.', allOf: [reference('APIServiceStatus')], default: {} },
  },
};

/** `APIService` is published as `io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService`. */
export function apiServiceModelName(kind: string): string {
  return `${prefix}${kind}`;
}
