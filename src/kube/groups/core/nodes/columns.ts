// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Node } from '../../../../api/core/v1.js';
import { labelsOf } from '../../../../apimachinery/meta/index.js';
import type { TableColumn } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';

const rolePrefix = 'node-role.kubernetes.io/';
const roleLabel = 'kubernetes.io/role';

export const nodeColumns: readonly TableColumn<Node>[] = [
  nameColumn,
  textColumn('Status', statusText, 'The status of the node'),
  textColumn('Roles', rolesText, 'The roles of the node'),
  ageColumn,
  textColumn('Version', 'status.nodeInfo.kubeletVersion'),
  textColumn('Internal-IP', (node) => addressOf(node, 'InternalIP'), { field: 'status.addresses', wide: true }),
  textColumn('External-IP', (node) => addressOf(node, 'ExternalIP'), { field: 'status.addresses', wide: true }),
  textColumn('OS-Image', ({ status }) => status.nodeInfo.osImage || '<unknown>', {
    description: ['core/v1.NodeSystemInfo', 'osImage'],
    wide: true,
  }),
  textColumn('Kernel-Version', kernelText, { description: ['core/v1.NodeSystemInfo', 'kernelVersion'], wide: true }),
  textColumn('Container-Runtime', ({ status }) => status.nodeInfo.containerRuntimeVersion || '<unknown>', {
    description: ['core/v1.NodeSystemInfo', 'containerRuntimeVersion'],
    wide: true,
  }),
];

function statusText({ spec, status }: Node): string {
  const ready = status.conditions?.findLast(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec.unschedulable ? `${state},SchedulingDisabled` : state;
}

function rolesText(node: Node): string {
  const roles = Object.entries(labelsOf(node)).flatMap(([label, value]) => {
    if (label.startsWith(rolePrefix)) return label.slice(rolePrefix.length) || [];
    return label === roleLabel && value !== '' ? value : [];
  });
  return [...new Set(roles)].sort().join(',') || '<none>';
}

function addressOf({ status }: Node, wanted: string): string {
  return status.addresses?.find(({ type }) => type === wanted)?.address ?? '<none>';
}

function kernelText({ status }: Node): string {
  const { architecture, kernelVersion } = status.nodeInfo;
  const version = kernelVersion || '<unknown>';
  return architecture === '' ? version : `${version} (${architecture})`;
}
