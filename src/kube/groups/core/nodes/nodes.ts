import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { cidrWarnings, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Backend } from '../../../../server/proxy/index.js';
import { defineResource, type ResourceDefinition, type Strategy } from '../../../../server/registry/index.js';
import { keepField } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import type { Kubelets } from '../../../kubelets/index.js';
import { builtInVersion, wasGivenEmpty } from '../../../types/index.js';
import { nodeColumns } from './columns.js';
import { type NodeSpec, specOf, statusOf } from './node.js';
import { nodeProxy } from './proxy.js';
import { validateNode, validateNodeUpdate } from './validation.js';

const main: Strategy = {
  resetFields: ['status'],
  prepareForCreate: (node) => {
    node['spec'] = without(node['spec'], 'configSource');
    node['status'] = without(node['status'], 'config');
  },
  prepareForUpdate: (change) => {
    keepField(change, 'status');
    const hadSource = objectIn(change.old['spec'])['configSource'] !== undefined;
    if (!hadSource) change.object['spec'] = without(change.object['spec'], 'configSource');
  },
  validate: validateNode,
  validateUpdate: (change) => [...validateNode(change.object), ...validateNodeUpdate(change)],
  warningsOnCreate: nodeWarnings,
  warningsOnUpdate: ({ object }) => nodeWarnings(object),
};

const { warningsOnUpdate: _warnings, ...quiet } = main;

const status: Strategy = {
  ...quiet,
  resetFields: ['spec'],
  prepareForUpdate: (change) => {
    keepField(change, 'spec');
    const hadConfig = objectIn(change.old['status'])['config'] !== undefined;
    if (!hadConfig) change.object['status'] = without(change.object['status'], 'config');
  },
  validateUpdate: validateNodeUpdate,
};

export function nodes(kubelets: Kubelets, podNetwork: Backend): ResourceDefinition {
  return defineResource({
    kind: 'Node',
    plural: 'nodes',
    shortNames: ['no'],
    scope: 'Cluster',
    storagePrefix: 'minions',
    versions: {
      v1: builtInVersion('v1', 'Node', {
        columns: nodeColumns,
        applyDefaults: (node) => {
          const { capacity, allocatable } = statusOf(node);
          const isGiven = allocatable !== undefined || wasGivenEmpty(statusOf(node), 'allocatable');
          if (capacity && !isGiven) statusOf(node).allocatable = { ...capacity };
          linkNetworks(specOf(node));
        },
      }),
    },
    strategy: main,
    subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
    connections: { proxy: nodeProxy(kubelets, podNetwork) },
    selectableFields: ['spec.unschedulable'],
    fieldValue: (node) => String(specOf(node).unschedulable ?? false),
  });
}

/** `podCIDR` equals the first of `podCIDRs`, and takes precedence. */
function linkNetworks(spec: NodeSpec): void {
  const [first] = spec.podCIDRs ?? [];
  if (spec.podCIDR && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
  else if (first) spec.podCIDR = first;
}

function without(value: JsonObject[string] | undefined, field: string): JsonObject {
  const { [field]: _dropped, ...rest } = objectIn(value);
  return rest;
}

function nodeWarnings(node: JsonObject): string[] {
  const { externalID = '', podCIDRs = [] } = specOf(node);
  const path = FieldPath.of('spec', 'podCIDRs');
  return [
    ...(externalID === '' ? [] : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
    ...podCIDRs.flatMap((cidr, index) => cidrWarnings(cidr, path.index(index))),
  ];
}
