// Follows pkg/api/service/warnings.go (v1.36)

import type { Service, ServiceSpec } from '../../../../api/core/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import { cidrWarnings, FieldPath, ipWarnings } from '../../../../apimachinery/validation/index.js';
import { ingressesOf, isExternalName } from './service.js';
import { topologyHints } from './validation.js';

const specPath = FieldPath.of('spec');

export function serviceWarnings(service: Service): string[] {
  const { spec } = service;
  const { externalIPs = [], loadBalancerIP = '', loadBalancerSourceRanges = [], clusterIPs = [] } = spec;
  const isHeadless = spec.type === 'ClusterIP' && spec.clusterIP === 'None';
  return [
    ...topologyWarnings(service),
    ...(isHeadless ? headlessWarnings(spec) : addressWarnings(clusterIPs, specPath.child('clusterIPs'))),
    ...addressWarnings(externalIPs, specPath.child('externalIPs')),
    ...(externalIPs.length > 0 && !isHeadless && !isExternalName(spec) ? [deprecatedExternalIps] : []),
    ...(loadBalancerIP === '' ? [] : ipWarnings(loadBalancerIP, specPath.child('loadBalancerIP'))),
    ...loadBalancerSourceRanges.flatMap((range, index) =>
      cidrWarnings(range, specPath.child('loadBalancerSourceRanges').index(index)),
    ),
    ...nameWarnings(spec),
    ...(spec.trafficDistribution === 'PreferClose' ? [deprecatedDistribution] : []),
  ];
}

export function serviceStatusWarnings(service: Service): string[] {
  const path = FieldPath.of('status', 'loadBalancer', 'ingress');
  return addressWarnings(
    ingressesOf(service).map(({ ip = '' }) => ip),
    path,
  );
}

const deprecatedExternalIps = 'spec.externalIPs is deprecated and may no longer be implemented in some clusters';
const deprecatedDistribution = 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"';
function topologyWarnings(service: Service): string[] {
  if (annotationsOf(service)[topologyHints] === undefined) return [];
  return [`annotation ${topologyHints} is deprecated, please use service.kubernetes.io/topology-mode instead`];
}

function addressWarnings(addresses: readonly string[], path: FieldPath): string[] {
  return addresses.flatMap((address, index) => ipWarnings(address, path.index(index)));
}

function headlessWarnings({ loadBalancerIP, externalIPs = [], sessionAffinity }: ServiceSpec): string[] {
  const ignored: string[] = [];
  if (loadBalancerIP) ignored.push('loadBalancerIP');
  if (externalIPs.length > 0) ignored.push('externalIPs');
  if (sessionAffinity !== 'None') ignored.push('SessionAffinity');
  return ignored.map((field) => `spec.${field} is ignored for headless services`);
}

function nameWarnings(spec: ServiceSpec): string[] {
  if (isExternalName(spec)) {
    return spec.externalIPs?.length ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : [];
  }
  return spec.externalName ? ['spec.externalName is ignored when spec.type is not "ExternalName"'] : [];
}
