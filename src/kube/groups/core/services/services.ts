// Follows pkg/registry/core/service/strategy.go (v1.36)
// Follows pkg/registry/core/service/storage/storage.go (v1.36)

import type { Service } from '../../../../api/core/v1.js';
import { nameIsDns1035Label, nameIsDnsLabel } from '../../../../apimachinery/validation/index.js';
import type { Backend } from '../../../../server/proxy/index.js';
import type { ResourceDefinition, Strategy } from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { serviceColumns } from './columns.js';
import { applyServiceDefaults } from './defaults.js';
import { dropForeignFields } from './linked-fields.js';
import { serviceProxy } from './proxy.js';
import { release, reserve, type ServiceAddresses } from './reservation.js';
import { isExternalName } from './service.js';
import { completeStoredService } from './stored-services.js';
import { validateService, validateServiceStatus, validateServiceUpdate } from './validation.js';
import { serviceStatusWarnings, serviceWarnings } from './warnings.js';

export function services(addresses: ServiceAddresses, podNetwork: Backend): ResourceDefinition {
  return builtInResource<Service>('v1', 'Service', {
    plural: 'services',
    shortNames: ['svc'],
    categories: ['all'],
    scope: 'Namespaced',
    storagePrefix: 'services/specs',
    columns: serviceColumns,
    applyDefaults: applyServiceDefaults,
    strategy: mainStrategy(addresses),
    subresources: {
      status: { verbs: objectVerbs, strategy: statusStrategy(addresses) },
      proxy: serviceProxy(addresses.stores, podNetwork),
    },
    selectableFields: ['spec.clusterIP', 'spec.type'],
    defaultOnRead: ({ spec }) => completeStoredService(spec, addresses.clusterAddresses.families[0] ?? 'IPv4'),
  });
}

function mainStrategy(addresses: ServiceAddresses): Strategy<Service> {
  return {
    nameRuleWith: (features) =>
      features.isEnabled('RelaxedServiceNameValidation') ? nameIsDnsLabel : nameIsDns1035Label,
    allowCreateOnUpdate: true,
    returnsDeletedObject: true,
    resetFields: ['status'],
    reserve: (change, context) => reserve(change, context, addresses),
    afterDelete: (service) => release(service, addresses),
    prepareForCreate: (service) => {
      service.status = { loadBalancer: {} };
    },
    prepareForUpdate: (change) => {
      change.object.status = change.old.status;
      dropForeignFields(change);
    },
    validate: validateService,
    validateUpdate: validateServiceUpdate,
    warningsOnCreate: serviceWarnings,
    warningsOnUpdate: ({ object }) => serviceWarnings(object),
    canonicalize,
  };
}

/** ExternalName services have no internal traffic policy. */
function canonicalize({ spec }: Service): void {
  if (isExternalName(spec)) delete spec.internalTrafficPolicy;
}

/** The status subresource may also change metadata, and so remove the last finalizer. */
function statusStrategy(addresses: ServiceAddresses): Strategy<Service> {
  return {
    allowCreateOnUpdate: true,
    resetFields: ['spec'],
    afterDelete: (service) => release(service, addresses),
    prepareForUpdate: ({ object, old }) => {
      object.spec = old.spec;
    },
    validateUpdate: validateServiceStatus,
    warningsOnUpdate: ({ object }) => serviceStatusWarnings(object),
  };
}
