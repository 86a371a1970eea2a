import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { nameIsDnsLabel } from '../../../../apimachinery/validation/index.js';
import type { Backend } from '../../../../server/proxy/index.js';
import {
  defineResource,
  type Replacement,
  type ResourceDefinition,
  type Strategy,
} from '../../../../server/registry/index.js';
import { builtInVersion } from '../../../types/index.js';
import { serviceColumns } from './columns.js';
import { applyServiceDefaults } from './defaults.js';
import { dropForeignFields } from './linked-fields.js';
import { serviceProxy } from './proxy.js';
import { release, reserve, type ServiceAddresses } from './reservation.js';
import { isExternalName, specOf } from './service.js';
import { validateService, validateServiceStatus, validateServiceUpdate } from './validation.js';
import { serviceStatusWarnings, serviceWarnings } from './warnings.js';

export function services(addresses: ServiceAddresses, podNetwork: Backend): ResourceDefinition {
  return defineResource({
    kind: 'Service',
    plural: 'services',
    shortNames: ['svc'],
    categories: ['all'],
    scope: 'Namespaced',
    storagePrefix: 'services/specs',
    versions: { v1: builtInVersion('v1', 'Service', { columns: serviceColumns, applyDefaults: applyServiceDefaults }) },
    strategy: mainStrategy(addresses),
    connections: { proxy: serviceProxy(addresses.targets, podNetwork) },
    subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: statusStrategy } },
    selectableFields: ['spec.clusterIP', 'spec.type'],
  });
}

function mainStrategy(addresses: ServiceAddresses): Strategy {
  return {
    nameRule: nameIsDnsLabel,
    allowCreateOnUpdate: true,
    returnsDeletedObject: true,
    resetFields: ['status'],
    reserve: (change, context) => reserve(change, context, addresses),
    afterDelete: (service) => release(service, addresses),
    prepareForCreate: (service) => {
      service['status'] = { loadBalancer: {} };
    },
    prepareForUpdate: prepareUpdate,
    validate: (service) => validateService(service),
    validateUpdate: validateServiceUpdate,
    warningsOnCreate: serviceWarnings,
    warningsOnUpdate: ({ object }) => serviceWarnings(object),
    canonicalize,
  };
}

function prepareUpdate(change: Replacement): void {
  change.object['status'] = change.old['status'] ?? { loadBalancer: {} };
  dropForeignFields(change);
}

/** ExternalName services have no internal traffic policy. */
function canonicalize(service: JsonObject): void {
  const spec = specOf(service);
  if (isExternalName(spec)) delete spec.internalTrafficPolicy;
}

/** The status subresource may also change metadata. */
const statusStrategy: Strategy = {
  allowCreateOnUpdate: true,
  resetFields: ['spec'],
  prepareForUpdate: ({ object, old }) => {
    object['spec'] = old['spec'] ?? {};
  },
  validateUpdate: validateServiceStatus,
  warningsOnUpdate: ({ object }) => serviceStatusWarnings(object),
};
