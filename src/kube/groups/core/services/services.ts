// Follows pkg/registry/core/service/strategy.go (v1.36)
// Follows pkg/registry/core/service/storage/storage.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)

import type { Service, ServicePort, ServiceSpec } from '../../../../api/core/v1.js';
import { nameIsDns1035Label, nameIsDnsLabel } from '../../../../apimachinery/validation/index.js';
import type { Backend } from '../../../../server/proxy/index.js';
import type { ResourceDefinition, Strategy } from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { familyOf, type IpFamily } from '../../../service-addresses/index.js';
import { serviceColumns } from './columns.js';
import { isFreeHeadless } from './ip-families.js';
import { dropForeignFields, linkClusterIps } from './linked-fields.js';
import { serviceProxy } from './proxy.js';
import { release, reserve, type ServiceAddresses } from './reservation.js';
import { ingressesOf, isExternallyAccessible, isExternalName, isLoadBalancer } from './service.js';
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

const affinitySeconds = 10_800;

function applyServiceDefaults(service: Service): void {
  const { spec } = service;
  defaultAffinity(spec);
  spec.type ||= 'ClusterIP';
  spec.ports?.forEach(defaultPort);
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ||= 'Cluster';
  if (['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type)) spec.internalTrafficPolicy ??= 'Cluster';
  if (!isLoadBalancer(spec)) return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of ingressesOf(service)) if (ingress.ip) ingress.ipMode ??= 'VIP';
}

function defaultAffinity(spec: ServiceSpec): void {
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity !== 'ClientIP') return;
  if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinitySeconds } };
  }
}

function defaultPort(port: ServicePort): void {
  port.protocol ||= 'TCP';
  port.targetPort ||= port.port;
}

/** Completes a service that was stored before services had several addresses, in place. */
function completeStoredService(spec: ServiceSpec, primary: IpFamily): void {
  linkClusterIps(spec, undefined);
  if (isExternalName(spec)) delete spec.internalTrafficPolicy;
  else if (!spec.ipFamilies?.length) completeFamilies(spec, primary);
}

function completeFamilies(spec: ServiceSpec, primary: IpFamily): void {
  if (isFreeHeadless(spec)) {
    spec.ipFamilies = primary === 'IPv4' ? ['IPv4', 'IPv6'] : ['IPv6', 'IPv4'];
  } else if (spec.clusterIP === 'None') {
    spec.ipFamilies = [primary];
  } else {
    spec.ipFamilies = (spec.clusterIPs ?? []).map(familyOf);
  }
  if (spec.ipFamilies.length === 0) delete spec.ipFamilies;
  else spec.ipFamilyPolicy = spec.ipFamilies.length === 1 ? 'SingleStack' : 'RequireDualStack';
}
