import { compareBytes, type JsonObject } from '../../../../apimachinery/meta/index.js';
import type { TableColumn } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { ingressesOf, specOf } from './service.js';

const none = '<none>';

export const serviceColumns: readonly TableColumn[] = [
  nameColumn,
  textColumn('Type', (service) => specOf(service).type ?? ''),
  textColumn('Cluster-IP', (service) => specOf(service).clusterIPs?.[0] ?? none),
  textColumn('External-IP', externalAddresses),
  textColumn('Port(s)', portsText),
  ageColumn,
  textColumn('Selector', selectorText, { wide: true }),
];

function externalAddresses(service: JsonObject): string {
  const { type, externalIPs = [], externalName = '' } = specOf(service);
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

function ingressTexts(service: JsonObject): string[] {
  const texts = ingressesOf(service).flatMap(({ ip, hostname }) => ip || hostname || []);
  return [...new Set(texts)].sort(compareBytes);
}

function portsText(service: JsonObject): string {
  const texts = (specOf(service).ports ?? []).map(({ port, nodePort, protocol }) =>
    nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return texts.join(',') || none;
}

function selectorText(service: JsonObject): string {
  const pairs = Object.entries(specOf(service).selector ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.sort(compareBytes).join(',') || none;
}
