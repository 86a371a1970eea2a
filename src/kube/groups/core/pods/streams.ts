import { badRequest, internalError, invalid, serviceUnavailable } from '../../../../apimachinery/status/index.js';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  isIpv4,
  parseIpSloppy,
} from '../../../../apimachinery/validation/index.js';
import type { Connect, ConnectRequest, ResourceStore } from '../../../../server/registry/index.js';
import { type PodSpec, placedContainers } from '../../../pod-spec/index.js';
import { podStatusOf } from './pod-status.js';
import { readPod } from './subresource-request.js';

/** The nodes that pods run on. */
export type NodeStore = () => ResourceStore;

/** A container of a pod is on a node: what is to be done with it is done there. */
export function streamContainer(nodes: NodeStore): Connect {
  return async (request) => {
    const pod = await readPod(request);
    const spec = pod['spec'] as unknown as PodSpec;
    containerOf(request, spec);
    return refuseStream(request, spec, nodes);
  };
}

export function forwardPorts(nodes: NodeStore): Connect {
  return async (request) => {
    const pod = await readPod(request);
    return refuseStream(request, pod['spec'] as unknown as PodSpec, nodes);
  };
}

/** What a container has said; nothing as long as it is nowhere. */
export function readLog(nodes: NodeStore): Connect {
  return async (request) => {
    const { name } = request.context.info;
    const errors = logOptionErrors(request.context.request.query);
    if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, name, errors);
    const pod = await readPod(request);
    const spec = pod['spec'] as unknown as PodSpec;
    containerOf(request, spec);
    if (!spec.nodeName) return { status: 204, headers: {} };
    await findNode(nodes, spec.nodeName);
    throw internalError(`Get "https://${spec.nodeName}:10250/containerLogs": the node cannot be reached`);
  };
}

/** Speaks to a pod by its address. */
export const proxyPod: Connect = async (request) => {
  const pod = await readPod(request);
  const address = podStatusOf(pod).podIPs?.[0]?.ip ?? '';
  if (!isGlobalUnicast(address)) throw badRequest('address not allowed');
  throw serviceUnavailable(`error trying to reach service: dial tcp ${address}: connect: no route to host`);
};

async function refuseStream({ context }: ConnectRequest, { nodeName }: PodSpec, nodes: NodeStore): Promise<never> {
  if (!nodeName) throw badRequest(`pod ${context.info.name} does not have a host assigned`);
  await findNode(nodes, nodeName);
  throw internalError(`error dialing backend: dial tcp: lookup ${nodeName}: no such host`);
}

/** Throws `notFound` for a node that nobody has told of. */
async function findNode(nodes: NodeStore, name: string): Promise<void> {
  await nodes().get({ namespace: '', name });
}

/** The container that is meant: the one that is named, or the only one. */
function containerOf({ context }: ConnectRequest, spec: PodSpec): string {
  const { name } = context.info;
  const wanted = context.request.query.get('container') ?? '';
  const names = placedContainers(spec, FieldPath.root).map(({ container }) => container.name);
  if (wanted !== '') {
    if (names.includes(wanted)) return wanted;
    throw badRequest(`container ${wanted} is not valid for pod ${name}`);
  }
  const [only, ...others] = spec.containers ?? [];
  if (only && others.length === 0) return only.name;
  const choice = only ? `, choose one of: [${names.join(' ')}]` : '';
  throw badRequest(`a container name must be specified for pod ${name}${choice}`);
}

function logOptionErrors(query: URLSearchParams): FieldError[] {
  const numberOf = (name: string): number | undefined => (query.has(name) ? Number(query.get(name)) : undefined);
  const [tailLines, limitBytes, sinceSeconds] = ['tailLines', 'limitBytes', 'sinceSeconds'].map(numberOf);
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(invalidValue(FieldPath.of('tailLines'), tailLines, 'must be greater than or equal to 0'));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(invalidValue(FieldPath.of('limitBytes'), limitBytes, 'must be greater than 0'));
  }
  if (sinceSeconds !== undefined && query.has('sinceTime')) {
    errors.push(forbidden(FieldPath.of(''), 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(invalidValue(FieldPath.of('sinceSeconds'), sinceSeconds, 'must be greater than 0'));
  }
  if (query.has('stream')) errors.push(forbidden(FieldPath.of('stream'), 'may not be specified'));
  return errors;
}

/** An address that may be a pod's: not the node's own, and not one that many have. */
function isGlobalUnicast(address: string): boolean {
  const parsed = parseIpSloppy(address);
  if (!parsed) return false;
  return isIpv4(parsed)
    ? !/^(0\.0\.0\.0|127\.|169\.254\.|2[2-5][0-9]\.)/.test(address)
    : !/^(::1?$|fe[89ab]|ff)/i.test(address);
}
