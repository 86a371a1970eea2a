// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { LoadBalancerIngress, Service, ServiceSpec, SessionAffinityConfig } from '../../../../api/core/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  type LegacyOptions,
  parseIpSloppy,
  validateCidrForLegacyField,
  validateIpForLegacyField,
  validateLabels,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, oneOf, requiredOneOf } from '../../../field-checks.js';
import { updateValidation, validation } from '../../../validation.js';
import { validateEndpointAddress } from '../endpoints/endpoint-address.js';
import { validateAddressChange, validateAddresses } from './address-validation.js';
import { validateDistinctPorts, validatePorts } from './port-validation.js';
import { ingressesOf, isExternalName, isHeadless, isLoadBalancer } from './service.js';
import { validateTraffic, validateTrafficChange } from './traffic-validation.js';

const specPath = FieldPath.of('spec');
const annotationsPath = FieldPath.of('metadata', 'annotations');
const maxAffinitySeconds = 86_400;
const serviceTypes = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const onlyLoadBalancers = "may only be used when `type` is 'LoadBalancer'";

export const validateService = validation<Service>((service, context) => serviceErrors(service, context));

export const validateServiceUpdate = updateValidation<Service>(({ object, old }, context) => {
  const change = { spec: object.spec, old: old.spec };
  return [
    ...validateAddressChange(change),
    ...classChangeErrors(change),
    ...validateTrafficChange(change),
    ...serviceErrors(object, context, old),
  ];
});

/** `old`: the state that is replaced; its malformed addresses stay valid. */
function serviceErrors(service: Service, { features }: ValidationContext, old?: Service): FieldError[] {
  const { spec } = service;
  const strict = features.isEnabled('StrictIPCIDRValidation');
  return [
    ...topologyErrors(service),
    ...typeErrors(spec),
    ...validatePorts(spec),
    ...(spec.selector ? validateLabels(spec.selector, specPath.child('selector')) : []),
    ...affinityErrors(spec),
    ...validateAddresses(spec, { strict, old: old?.spec }),
    ...externalAddressErrors(spec, { strict, validOldValues: old?.spec.externalIPs ?? [] }),
    ...requiredOneOf(spec.type, serviceTypes, specPath.child('type')),
    ...nodePortErrors(spec),
    ...validateDistinctPorts(spec),
    ...loadBalancerErrors(service, { strict, old }),
    ...validateTraffic(spec),
  ];
}

export const topologyHints = 'service.kubernetes.io/topology-aware-hints';
const topologyMode = 'service.kubernetes.io/topology-mode';

function topologyErrors(service: Service): FieldError[] {
  const { [topologyHints]: hints, [topologyMode]: mode } = annotationsOf(service);
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const detail = `must match annotations[${topologyHints}] when both are specified`;
  return [annotationsPath.key(topologyMode).invalid(mode, detail)];
}

function typeErrors(spec: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  if (!spec.ports?.length && !isHeadless(spec) && !isExternalName(spec)) {
    errors.push(specPath.child('ports').required());
  }
  if (isHeadless(spec) && (spec.type === 'LoadBalancer' || spec.type === 'NodePort')) {
    const detail = `may not be set to 'None' for ${spec.type} services`;
    errors.push(specPath.child('clusterIPs').index(0).invalid('None', detail));
  }
  return isExternalName(spec) ? [...errors, ...nameErrors(spec)] : errors;
}

/** ExternalName services have no cluster IP; their name may end with a dot. */
function nameErrors({ clusterIPs, ipFamilies, ipFamilyPolicy, externalName = '' }: ServiceSpec): FieldError[] {
  const unwanted = 'may not be set for ExternalName services';
  const errors: FieldError[] = [];
  if (clusterIPs?.length) errors.push(specPath.child('clusterIPs').forbidden(unwanted));
  if (ipFamilies?.length) errors.push(specPath.child('ipFamilies').forbidden(unwanted));
  if (ipFamilyPolicy !== undefined) errors.push(specPath.child('ipFamilyPolicy').forbidden(unwanted));
  const path = specPath.child('externalName');
  const name = externalName.endsWith('.') ? externalName.slice(0, -1) : externalName;
  if (name === '') return [...errors, path.required()];
  return [...errors, ...path.check(name, checkDns1123Subdomain)];
}

function affinityErrors({ sessionAffinity, sessionAffinityConfig }: ServiceSpec): FieldError[] {
  const path = specPath.child('sessionAffinity');
  const configPath = specPath.child('sessionAffinityConfig');
  switch (sessionAffinity) {
    case 'ClientIP':
      return timeoutErrors(sessionAffinityConfig, configPath);
    case 'None':
      if (sessionAffinityConfig === undefined) return [];
      return [configPath.forbidden('must not be set when session affinity is None')];
    default:
      return requiredOneOf(sessionAffinity, ['ClientIP', 'None'], path);
  }
}

function timeoutErrors(config: SessionAffinityConfig | undefined, path: FieldPath): FieldError[] {
  const detail = 'when session affinity type is ClientIP';
  if (config === undefined) return [path.required(detail)];
  if (config.clientIP === undefined) return [path.child('clientIP').required(detail)];
  const timeoutPath = path.child('clientIP', 'timeoutSeconds');
  const { timeoutSeconds } = config.clientIP;
  if (timeoutSeconds === undefined) return [timeoutPath.required(detail)];
  if (timeoutSeconds > 0 && timeoutSeconds <= maxAffinitySeconds) return [];
  return [timeoutPath.invalid(timeoutSeconds, `must be greater than 0 and less than ${maxAffinitySeconds}`)];
}

function externalAddressErrors({ externalIPs = [] }: ServiceSpec, rules: LegacyOptions): FieldError[] {
  return externalIPs.flatMap((address, index) => {
    const path = specPath.child('externalIPs').index(index);
    const malformed = validateIpForLegacyField(address, path, rules);
    return malformed.length > 0 ? malformed : validateEndpointAddress(address, path);
  });
}

function nodePortErrors({ type, ports = [] }: ServiceSpec): FieldError[] {
  if (type !== 'ClusterIP') return [];
  return ports.flatMap(({ nodePort }, index) => {
    const path = specPath.child('ports').index(index).child('nodePort');
    return nodePort ? [path.forbidden("may not be used when `type` is 'ClusterIP'")] : [];
  });
}

const sourceRanges = 'service.beta.kubernetes.io/load-balancer-source-ranges';

interface RangeRules {
  readonly strict: boolean;
  readonly old: Service | undefined;
}

function loadBalancerErrors(service: Service, rules: RangeRules): FieldError[] {
  const { spec } = service;
  const errors = sourceRangeErrors(service, rules);
  const { allocateLoadBalancerNodePorts, loadBalancerClass } = spec;
  if (!isLoadBalancer(spec) && allocateLoadBalancerNodePorts !== undefined) {
    errors.push(specPath.child('allocateLoadBalancerNodePorts').forbidden(onlyLoadBalancers));
  }
  if (isLoadBalancer(spec) && allocateLoadBalancerNodePorts === undefined) {
    errors.push(FieldPath.of('allocateLoadBalancerNodePorts').required());
  }
  if (loadBalancerClass === undefined) return errors;
  return [...errors, ...classErrors(spec)];
}

function sourceRangeErrors(service: Service, { strict, old }: RangeRules): FieldError[] {
  const { loadBalancerSourceRanges: ranges = [], ...spec } = service.spec;
  const annotation = annotationsOf(service)[sourceRanges];
  if (ranges.length === 0 && annotation === undefined) return [];
  // Upstream capitalizes this field.
  const path = ranges.length > 0 ? specPath.child('LoadBalancerSourceRanges') : annotationsPath.key(sourceRanges);
  const errors = isLoadBalancer(spec) ? [] : [path.forbidden(onlyLoadBalancers)];
  if (ranges.length > 0) {
    const validOldValues = (old?.spec.loadBalancerSourceRanges ?? []).map((range) => range.trim());
    const check = (range: string, index: number): FieldError[] =>
      validateCidrForLegacyField(range.trim(), path.index(index), { strict, validOldValues });
    return [...errors, ...ranges.flatMap(check)];
  }
  const listed = (annotation ?? '').trim();
  if (listed === '' || (old && annotationsOf(old)[sourceRanges] === annotation)) return errors;
  const check = (range: string): FieldError[] => validateCidrForLegacyField(range.trim(), path, { strict });
  return [...errors, ...listed.split(',').flatMap(check)];
}

const classPath = specPath.child('loadBalancerClass');

function classErrors(spec: ServiceSpec): FieldError[] {
  if (!isLoadBalancer(spec)) return [classPath.forbidden(onlyLoadBalancers)];
  return classPath.check(spec.loadBalancerClass, checkQualifiedName);
}

/** The load balancer class is immutable. */
function classChangeErrors({ spec, old }: { spec: ServiceSpec; old: ServiceSpec }): FieldError[] {
  const errors: FieldError[] = [];
  if (isLoadBalancer(old) && isLoadBalancer(spec) && old.loadBalancerClass !== spec.loadBalancerClass) {
    errors.push(classPath.invalid(spec.loadBalancerClass ?? null, 'may not change once set'));
  }
  return spec.loadBalancerClass === undefined ? errors : [...errors, ...classErrors(spec)];
}

const ingressPath = FieldPath.of('status', 'loadBalancer', 'ingress');
const ipModes = ['Proxy', 'VIP'];

export const validateServiceStatus = updateValidation<Service>(({ object, old }, context) =>
  statusErrors({ object, old }, context),
);

function statusErrors({ object: service, old }: Replacement<Service>, { features }: ValidationContext): FieldError[] {
  const strict = features.isEnabled('StrictIPCIDRValidation');
  const ingresses = ingressesOf(service);
  if (!isLoadBalancer(service.spec) && ingresses.length > 0) {
    return [ingressPath.forbidden("may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const validOldValues = ingressesOf(old).flatMap(({ ip }) => ip || []);
  return eachItem(ingresses, ingressPath, (ingress, path) => {
    const { ip, hostname } = ingress;
    return [
      ...(ip ? validateIpForLegacyField(ip, path.child('ip'), { strict, validOldValues }) : []),
      ...ipModeErrors(ingress, path.child('ipMode')),
      ...(hostname ? hostnameErrors(hostname, path.child('hostname')) : []),
    ];
  });
}

function ipModeErrors({ ip, ipMode }: LoadBalancerIngress, path: FieldPath): FieldError[] {
  if (ipMode === undefined) return ip ? [path.required('must be specified when `ip` is set')] : [];
  if (!ip) return [path.forbidden('may not be specified when `ip` is not set')];
  return oneOf(ipMode, ipModes, path);
}

function hostnameErrors(hostname: string, path: FieldPath): FieldError[] {
  const errors = path.check(hostname, checkDns1123Subdomain);
  if (parseIpSloppy(hostname)) errors.push(path.invalid(hostname, 'must be a DNS name, not an IP address'));
  return errors;
}
