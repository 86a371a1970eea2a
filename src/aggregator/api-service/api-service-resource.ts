import { systemClock } from '../../apimachinery/clock/index.js';
import {
  humanDuration,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
  parseTime,
} from '../../apimachinery/meta/index.js';
import { nameIsPathSegment } from '../../apimachinery/validation/index.js';
import { createdDescription, nameDescription } from '../../server/handlers/index.js';
import {
  defineGroup,
  type GroupDefinition,
  type ResourceVersion,
  type Strategy,
  type TableColumn,
} from '../../server/index.js';
import {
  type ApiService,
  apiRegistrationGroup,
  availableCondition,
  localAvailability,
  withAvailability,
} from './api-service.js';
import { validateApiService, validateApiServiceStatus } from './api-service-validation.js';

const defaultPort = 443;

/** Returns the shape and schema of APIServices, extended with this. */
export type ApiServiceType = (more: Pick<ResourceVersion, 'applyDefaults' | 'columns'>) => ResourceVersion;

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
    metadataChecks: { asNew: 1 },
    allowUnconditionalUpdate: false,
    resetFields: ['status'],
    prepareForCreate(object) {
      const isLocal = typed(object).spec.service === undefined;
      object['status'] = isLocal ? { conditions: withAvailability([], localAvailability, now()) as never } : {};
    },
    prepareForUpdate({ object, old }) {
      object['status'] = old['status'] ?? {};
    },
    validate: (object) => validateApiService(typed(object)),
    validateUpdate: ({ object }) => validateApiService(typed(object)),
  };
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
  validateUpdate: ({ object }) => validateApiServiceStatus(typed(object)),
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
