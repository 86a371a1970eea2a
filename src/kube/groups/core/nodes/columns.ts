import { type JsonObject, labelsOf } from '../../../../apimachinery/meta/index.js';
import type { TableColumn } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { specOf, statusOf } from './node.js';

const wide = { wide: true };
const rolePrefix = 'node-role.kubernetes.io/';
const roleLabel = 'kubernetes.io/role';

export const nodeColumns: readonly TableColumn[] = [
  nameColumn,
  textColumn('Status', statusText),
  textColumn('Roles', rolesText),
  ageColumn,
  textColumn('Version', (node) => infoOf(node, 'kubeletVersion')),
  textColumn('Internal-IP', (node) => addressOf(node, 'InternalIP'), wide),
  textColumn('External-IP', (node) => addressOf(node, 'ExternalIP'), wide),
  textColumn('OS-Image', (node) => infoOf(node, 'osImage') || '<unknown>', wide),
  textColumn('Kernel-Version', kernelText, wide),
  textColumn('Container-Runtime', (node) => infoOf(node, 'containerRuntimeVersion') || '<unknown>', wide),
];

function infoOf(node: JsonObject, field: string): string {
  return statusOf(node).nodeInfo?.[field] ?? '';
}

function statusText(node: JsonObject): string {
  const ready = statusOf(node).conditions?.findLast(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return specOf(node).unschedulable ? `${state},SchedulingDisabled` : state;
}

function rolesText(node: JsonObject): string {
  const roles = Object.entries(labelsOf(node)).flatMap(([label, value]) => {
    if (label.startsWith(rolePrefix)) return label.slice(rolePrefix.length) || [];
    return label === roleLabel && value !== '' ? value : [];
  });
  return [...new Set(roles)].sort().join(',') || '<none>';
}

function addressOf(node: JsonObject, wanted: string): string {
  return statusOf(node).addresses?.find(({ type }) => type === wanted)?.address ?? '<none>';
}

function kernelText(node: JsonObject): string {
  const architecture = infoOf(node, 'architecture');
  const version = infoOf(node, 'kernelVersion') || '<unknown>';
  return architecture === '' ? version : `${version} (${architecture})`;
}
