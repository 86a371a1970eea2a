// Follows staging/src/k8s.io/kube-aggregator/pkg/registry/apiservice/strategy.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/registry/apiservice/etcd/etcd.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import {
  humanDuration,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
  parseTime,
} from '../../apimachinery/meta/index.js';
import { type FieldError, nameIsPathSegment } from '../../apimachinery/validation/index.js';
import { createdDescription, nameDescription } from '../../server/handlers/index.js';
import {
  type Dialect,
  defineGroup,
  type GroupDefinition,
  kindsOfGroup,
  type ResourceVersion,
  type Strategy,
  type TableColumn,
  type ValidationContext,
} from '../../server/index.js';
import {
  type ApiService,
  apiRegistrationGroup,
  availableCondition,
  localAvailability,
  withAvailability,
} from './api-service.js';
import { nameErrors, validateApiService, validateApiServiceStatus } from './api-service-validation.js';

const defaultPort = 443;

/** Returns the shape and schema of APIServices, extended with this. */
export type ApiServiceType = (more: Pick<ResourceVersion, 'applyDefaults' | 'columns'>) => ResourceVersion;

const dialect: Dialect = {
  kinds: kindsOfGroup('pkg/apiserver/scheme/scheme.go:28', {
    group: apiRegistrationGroup,
    versions: ['v1', 'v1beta1'],
    kinds: ['APIService', 'APIServiceList'],
  }),
};

/** The aggregator's own group. */
export function apiRegistration(apiServiceType: ApiServiceType, now: () => number = systemClock.now): GroupDefinition {
  return defineGroup({
    name: apiRegistrationGroup,
    resources: [
      {
        kind: 'APIService',
        plural: 'apiservices',
        categories: ['api-extensions'],
        scope: 'Cluster',
        dialect,
        strategy: mainStrategy(now),
        subresources: { status: { verbs: ['get', 'update', 'patch'], strategy: statusStrategy } },
        versions: { v1: apiServiceType({ applyDefaults: applyPort, columns: columns(now) }) },
      },
    ],
  });
}

function applyPort(object: JsonObject): void {
  const { service } = (object['spec'] ?? {}) as { service?: JsonObject };
  if (service) service['port'] ??= defaultPort;
}

function mainStrategy(now: () => number): Strategy {
  return {
    nameRule: nameIsPathSegment,
    allowUnconditionalUpdate: false,
    resetFields: ['status'],
    prepareForCreate(object) {
      const isLocal = typed(object).spec.service === undefined;
      object['status'] = isLocal ? { conditions: withAvailability([], localAvailability, now()) as never } : {};
    },
    prepareForUpdate({ object, old }) {
      object['status'] = old['status'] ?? {};
    },
    validate: validateNew,
    validateUpdate: ({ object }, context) => [...validateNew(object, context), ...context.validateMetadataUpdate()],
  };
}

function validateNew(object: JsonObject, context: ValidationContext): readonly FieldError[] {
  const apiService = typed(object);
  return [...nameErrors(apiService), ...context.validateMetadata(), ...validateApiService(apiService)];
}

/** Metadata that users set; status updates must not change it. */
const keptMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

const statusStrategy: Strategy = {
  nameRule: nameIsPathSegment,
  allowUnconditionalUpdate: false,
  resetFields: ['spec', 'metadata'],
  prepareForUpdate({ object, old }) {
    object['spec'] = old['spec'] ?? {};
    const metadata = mutableMetadataOf(object);
    const kept = mutableMetadataOf(old);
    for (const field of keptMetadata) {
      if (kept[field] === undefined) delete metadata[field];
      else metadata[field] = kept[field];
    }
  },
  validateUpdate: ({ object }, context) => [
    ...context.validateMetadataUpdate(),
    ...validateApiServiceStatus(typed(object)),
  ],
};

function columns(now: () => number): readonly TableColumn[] {
  return [
    {
      name: 'Name',
      type: 'string',
      format: 'name',
      description: nameDescription,
      valueOf: (object) => metadataOf(object).name ?? '',
    },
    {
      name: 'Service',
      type: 'string',
      description: 'The reference to the service that hosts this API endpoint.',
      valueOf: (object) => serviceText(typed(object)),
    },
    {
      name: 'Available',
      type: 'string',
      description: 'Whether this service is available.',
      valueOf: (object) => availabilityText(typed(object)),
    },
    { name: 'Age', type: 'string', description: createdDescription, valueOf: ageAt(now) },
  ];
}

function serviceText({ spec: { service } }: ApiService): string {
  return service ? `${service.namespace}/${service.name}` : 'Local';
}

function availabilityText(apiService: ApiService): string {
  const { status = 'Unknown', reason = '' } = availableCondition(apiService) ?? {};
  return status === 'True' || reason === '' ? status : `${status} (${reason})`;
}

function ageAt(now: () => number): TableColumn['valueOf'] {
  return (object) => {
    const created = metadataOf(object).creationTimestamp;
    const time = parseTime(created ?? '');
    return time === undefined ? '<unknown>' : humanDuration(now() - time);
  };
}

function typed(object: JsonObject): ApiService {
  return object as unknown as ApiService;
}
