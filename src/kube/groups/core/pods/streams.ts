// Follows pkg/registry/core/pod/rest/subresources.go (v1.36)
// Follows pkg/registry/core/pod/strategy.go (v1.36)
// Follows pkg/apis/core/v1/conversion.go (v1.36)

import type { PodSpec } from '../../../../api/core/v1.js';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { textIn } from '../../../../apimachinery/meta/index.js';
import { badRequest } from '../../../../apimachinery/status/index.js';
import { booleanOf } from '../../../../server/handlers/index.js';
import type { RequestContext } from '../../../../server/index.js';
import type { ConnectRequest, ConnectSubresource, QueryParameter } from '../../../../server/registry/index.js';
import {
  connectPorts,
  connectStreams,
  type Kubelet,
  type Kubelets,
  type StreamOptions,
} from '../../../kubelets/index.js';
import { chooseContainer } from './container-choice.js';
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

/** Fields of PodAttachOptions with their kubelet parameter names. */
const streamParameters = { stdin: 'input', stdout: 'output', stderr: 'error', tty: 'tty' } as const;

const attachParameters: readonly QueryParameter[] = [
  { name: 'container', type: 'string', description: 'The container. Optional if the pod has only one.' },
  { name: 'stdin', type: 'boolean', description: 'Whether to redirect standard input from the client.' },
  { name: 'stdout', type: 'boolean', description: 'Whether to redirect standard output to the client.' },
  { name: 'stderr', type: 'boolean', description: 'Whether to redirect standard error to the client.' },
  { name: 'tty', type: 'boolean', description: 'Whether to allocate a terminal.' },
];

const execParameters: readonly QueryParameter[] = [
  ...attachParameters,
  { name: 'command', type: 'string', description: 'The command and its arguments. It is not run in a shell.' },
];

const portForwardParameters: readonly QueryParameter[] = [
  { name: 'ports', type: 'integer', description: 'The ports to forward, for WebSocket.' },
];

/** PodAttachOptions. */
function attachOptions({ request: { query } }: RequestContext): JsonObject {
  const options: JsonObject = {};
  for (const field of Object.keys(streamParameters)) if (booleanOf(query, field)) options[field] = true;
  const container = query.get('container');
  if (container) options['container'] = container;
  return options;
}

/** PodExecOptions. */
function execOptions(context: RequestContext): JsonObject {
  const command = context.request.query.getAll('command');
  return { ...attachOptions(context), ...(command.length > 0 && { command }) };
}

/** PodPortForwardOptions. */
function portForwardOptions({ request: { query } }: RequestContext): JsonObject {
  const ports = query.getAll('ports').flatMap((list) => list.split(',').map(portOf));
  return ports.length > 0 ? { ports } : {};
}

function portOf(text: string): number {
  const problem = !/^\d+$/.test(text) ? 'invalid syntax' : Number(text) > 65_535 ? 'value out of range' : undefined;
  if (problem === undefined) return Number(text);
  throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${problem}`);
}

/** Returns the kubelet query for the options of a client. */
function kubeletQuery(options: JsonObject): string {
  const query = new URLSearchParams();
  for (const [field, parameter] of Object.entries(streamParameters)) if (options[field]) query.append(parameter, '1');
  for (const word of (options['command'] ?? []) as string[]) query.append('command', word);
  const ports = (options['ports'] ?? []) as number[];
  if (ports.length > 0) query.append('port', ports.join(','));
  query.sort();
  return query.size > 0 ? `?${query}` : '';
}
