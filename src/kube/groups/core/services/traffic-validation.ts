// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ServiceSpec } from '../../../../api/core/v1.js';
import { checkPortNumber, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { isExternallyAccessible, needsHealthCheck } from './service.js';

const specPath = FieldPath.of('spec');
const policies = ['Cluster', 'Local'];
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/** Validates external and internal traffic policies and the traffic distribution. */
export function validateTraffic(spec: ServiceSpec): FieldError[] {
  return [...externalErrors(spec), ...healthCheckErrors(spec), ...internalErrors(spec), ...distributionErrors(spec)];
}

export function validateTrafficChange({ spec, old }: { spec: ServiceSpec; old: ServiceSpec }): FieldError[] {
  if (!needsHealthCheck(spec) || !needsHealthCheck(old)) return [];
  if (spec.healthCheckNodePort === old.healthCheckNodePort) return [];
  return [specPath.child('healthCheckNodePort').forbidden('field is immutable')];
}

function externalErrors(spec: ServiceSpec): FieldError[] {
  const { externalTrafficPolicy: policy } = spec;
  const path = specPath.child('externalTrafficPolicy');
  if (!isExternallyAccessible(spec)) {
    return policy ? [path.invalid(policy, 'may only be set for externally-accessible services')] : [];
  }
  if (!policy) return [path.required()];
  return policies.includes(policy) ? [] : [path.notSupported(policy, policies)];
}

function healthCheckErrors(spec: ServiceSpec): FieldError[] {
  const { healthCheckNodePort: port = 0 } = spec;
  const path = specPath.child('healthCheckNodePort');
  if (needsHealthCheck(spec)) {
    if (port === 0) return [path.required()];
    return path.check(port, checkPortNumber);
  }
  const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return port === 0 ? [] : [path.invalid(port, detail)];
}

function internalErrors({ type = '', internalTrafficPolicy: policy }: ServiceSpec): FieldError[] {
  const path = specPath.child('internalTrafficPolicy');
  if (policy === undefined) return ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(type) ? [path.required()] : [];
  return policies.includes(policy) ? [] : [path.notSupported(policy, policies)];
}

function distributionErrors({ trafficDistribution: wanted }: ServiceSpec): FieldError[] {
  if (wanted === undefined || distributions.includes(wanted)) return [];
  return [specPath.child('trafficDistribution').notSupported(wanted, distributions)];
}
