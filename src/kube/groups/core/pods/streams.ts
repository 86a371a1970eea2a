// Follows pkg/registry/core/pod/rest/subresources.go (v1.36)
// Follows pkg/registry/core/pod/strategy.go (v1.36)

import type { PodSpec } from '../../../../api/core/v1.js';
import { badRequest } from '../../../../apimachinery/status/index.js';
import type { ConnectRequest, ConnectSubresource } from '../../../../server/registry/index.js';
import { textIn } from '../../../fields.js';
import {
  connectPorts,
  connectStreams,
  type Kubelet,
  type Kubelets,
  type StreamOptions,
} from '../../../kubelets/index.js';
import { chooseContainer } from './container-choice.js';
import {
  attachOptions,
  attachParameters,
  execOptions,
  execParameters,
  kubeletQuery,
  portForwardOptions,
  portForwardParameters,
} from './stream-options.js';
import { readPod } from './subresource-request.js';

/** Connections by WebSocket are GET requests, which upgrade to more than reading. */
async function requireCreate({ store, requireVerb }: ConnectRequest): Promise<void> {
  if (store.features.isEnabled('AuthorizePodWebsocketUpgradeCreatePermission')) await requireVerb('create');
}

/** Connects to a container through the kubelet of its node. */
function streamConnection(
  path: string,
  connection: NonNullable<ConnectSubresource['connection']>,
  kubelets: Kubelets,
): ConnectSubresource {
  return {
    verbs: ['create', 'get'],
    connection,
    connect: async (request) => {
      await requireCreate(request);
      const { spec, ...pod } = await findPod(request);
      const container = chooseContainer(pod.name, spec, textIn(request.options['container']));
      const kubelet = await kubeletOf(pod.name, spec, kubelets);
      const target = `/${path}/${pod.namespace}/${pod.name}/${container}${kubeletQuery(request.options)}`;
      return connectStreams(request.context.request, { kubelet, target }, request.options as StreamOptions);
    },
  };
}

/** Runs a command in a container. */
export function podExec(kubelets: Kubelets): ConnectSubresource {
  const stream = streamConnection('exec', { kind: 'PodExecOptions', read: execOptions }, kubelets);
  return { ...stream, parameters: execParameters };
}

/** Attaches to the main process of a container. */
export function podAttach(kubelets: Kubelets): ConnectSubresource {
  const stream = streamConnection('attach', { kind: 'PodAttachOptions', read: attachOptions }, kubelets);
  return { ...stream, parameters: attachParameters };
}

/** Forwards ports of a pod through the kubelet of its node. */
export function podPortForward(kubelets: Kubelets): ConnectSubresource {
  return {
    verbs: ['create', 'get'],
    parameters: portForwardParameters,
    connection: { kind: 'PodPortForwardOptions', read: portForwardOptions },
    connect: async (request) => {
      await requireCreate(request);
      const { spec, name, namespace } = await findPod(request);
      const kubelet = await kubeletOf(name, spec, kubelets);
      const target = `/portForward/${namespace}/${name}${kubeletQuery(request.options)}`;
      return connectPorts(request.context.request, { kubelet, target });
    },
  };
}

async function findPod(request: ConnectRequest): Promise<{ name: string; namespace: string; spec: PodSpec }> {
  const { spec } = await readPod(request);
  const { name, namespace } = request.context.info;
  return { name, namespace, spec };
}

function kubeletOf(podName: string, { nodeName }: PodSpec, kubelets: Kubelets): Promise<Kubelet> {
  if (!nodeName) throw badRequest(`pod ${podName} does not have a host assigned`);
  return kubelets.ofPod(nodeName);
}
