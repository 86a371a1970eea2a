// Follows pkg/registry/core/node/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/registry/core/node/rest/proxy.go (v1.36)

import type { Node, NodeSpec } from '../../../../api/core/v1.js';
import { cidrWarnings, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Backend } from '../../../../server/proxy/index.js';
import type { ConnectSubresource, ResourceDefinition, Strategy } from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { checkProxyable, type Kubelets } from '../../../kubelets/index.js';
import { proxyConnection } from '../../../proxy/index.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { nodeColumns } from './columns.js';
import { validateNewNode, validateNodeUpdate, validateStatusUpdate } from './validation.js';

const main: Strategy<Node> = {
  resetFields: ['status'],
  prepareForCreate: ({ spec, status }) => {
    delete spec.configSource;
    delete status.config;
  },
  prepareForUpdate: ({ object, old }) => {
    object.status = old.status;
    if (!old.spec.configSource) delete object.spec.configSource;
  },
  validate: validateNewNode,
  validateUpdate: validateNodeUpdate,
  warningsOnCreate: nodeWarnings,
  warningsOnUpdate: ({ object }) => nodeWarnings(object),
};

const { warningsOnUpdate: _warnings, ...quiet } = main;

const status: Strategy<Node> = {
  ...quiet,
  resetFields: ['spec'],
  prepareForUpdate: ({ object, old }) => {
    object.spec = old.spec;
    if (!old.status.config) delete object.status.config;
  },
  validateUpdate: validateStatusUpdate,
};

export function nodes(kubelets: Kubelets, podNetwork: Backend): ResourceDefinition {
  return builtInResource<Node>('v1', 'Node', {
    plural: 'nodes',
    shortNames: ['no'],
    scope: 'Cluster',
    storagePrefix: 'minions',
    columns: nodeColumns,
    applyDefaults: ({ spec, status }) => {
      const { capacity, allocatable } = status;
      const isGiven = allocatable !== undefined || wasGivenEmpty(status, 'allocatable');
      if (capacity && !isGiven) status.allocatable = { ...capacity };
      linkNetworks(spec);
    },
    strategy: main,
    subresources: {
      status: { verbs: objectVerbs, strategy: status },
      proxy: nodeProxy(kubelets, podNetwork),
    },
    selectableFields: ['spec.unschedulable'],
    fieldValue: ({ spec }) => String(spec.unschedulable ?? false),
  });
}

/** `podCIDR` equals the first of `podCIDRs`, and takes precedence. */
function linkNetworks(spec: NodeSpec): void {
  const [first] = spec.podCIDRs ?? [];
  if (spec.podCIDR && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
  else if (first) spec.podCIDR = first;
}

function nodeWarnings({ spec: { externalID = '', podCIDRs = [] } }: Node): string[] {
  const path = FieldPath.of('spec', 'podCIDRs');
  return [
    ...(externalID === '' ? [] : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
    ...podCIDRs.flatMap((cidr, index) => cidrWarnings(cidr, path.index(index))),
  ];
}

/** Proxies to the kubelet, or to another port, of a node. */
function nodeProxy(kubelets: Kubelets, backend: Backend): ConnectSubresource {
  return proxyConnection({
    kind: 'NodeProxyOptions',
    noun: 'node',
    locate: async (_request, { scheme, name, port }) => {
      const kubelet = await kubelets.of(name);
      const { host, port: kubeletPort } = kubelet.address;
      await checkProxyable(host);
      return port === '' || port === String(kubeletPort)
        ? { backend: kubelet.backend, location: { scheme: 'https', host, port: String(kubeletPort) } }
        : { backend, location: { scheme, host, port } };
    },
  });
}
