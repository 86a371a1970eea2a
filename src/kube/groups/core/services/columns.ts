// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Service } from '../../../../api/core/v1.js';
import { compareBytes } from '../../../../apimachinery/meta/index.js';
import type { TableColumn } from '../../../../server/registry/index.js';
import { ageColumn, formatLabels, nameColumn, textColumn } from '../../../printing/index.js';
import { ingressesOf } from './service.js';

const none = '<none>';

export const serviceColumns: readonly TableColumn<Service>[] = [
  nameColumn,
  textColumn('Type', 'spec.type'),
  textColumn('Cluster-IP', ({ spec }) => spec.clusterIPs?.[0] ?? none, { field: 'spec.clusterIP' }),
  textColumn('External-IP', externalAddresses, { field: 'spec.externalIPs' }),
  textColumn('Port(s)', portsText, { field: 'spec.ports' }),
  ageColumn,
  textColumn('Selector', ({ spec }) => formatLabels(spec.selector), { field: 'spec.selector', wide: true }),
];

function externalAddresses(service: Service): string {
  const { type, externalIPs = [], externalName = '' } = service.spec;
  switch (type) {
    case 'ClusterIP':
    case 'NodePort':
      return externalIPs.join(',') || none;
    case 'LoadBalancer':
      return [...ingressTexts(service), ...externalIPs].join(',') || '<pending>';
    case 'ExternalName':
      return externalName;
    default:
      return '<unknown>';
  }
}

function ingressTexts(service: Service): string[] {
  const texts = ingressesOf(service).flatMap(({ ip, hostname }) => ip || hostname || []);
  return [...new Set(texts)].sort(compareBytes);
}

function portsText({ spec: { ports = [] } }: Service): string {
  const texts = ports.map(({ port, nodePort, protocol }) =>
    nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return texts.join(',') || none;
}
