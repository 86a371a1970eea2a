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
import type { PodSpec } from '../../../pod-spec/index.js';
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
      await request.requireVerb('create');
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
      await request.requireVerb('create');
      const { spec, name, namespace } = await findPod(request);
      const kubelet = await kubeletOf(name, spec, kubelets);
      const target = `/portForward/${namespace}/${name}${kubeletQuery(request.options)}`;
      return connectPorts(request.context.request, { kubelet, target });
    },
  };
}

async function findPod(request: ConnectRequest): Promise<{ name: string; namespace: string; spec: PodSpec }> {
  const pod = await readPod(request);
  const { name, namespace } = request.context.info;
  return { name, namespace, spec: pod['spec'] as unknown as PodSpec };
}

function kubeletOf(podName: string, { nodeName }: PodSpec, kubelets: Kubelets): Promise<Kubelet> {
  if (!nodeName) throw badRequest(`pod ${podName} does not have a host assigned`);
  return kubelets.ofPod(nodeName);
}
