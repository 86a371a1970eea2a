// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { PodCertificateRequest, PodCertificateRequestSpec } from '../../../api/certificates/v1beta1.js';
import type { Node, Pod, ServiceAccount } from '../../../api/core/v1.js';
import { goQuote } from '../../../apimachinery/meta/index.js';
import { errorWithoutReason, statusOf } from '../../../apimachinery/status/index.js';
import { mirrorAnnotation } from '../../pod-spec/index.js';
import type { NodeRequest } from './node-request.js';

/** Restricts nodes to certificates for pods that run on them. */
export async function checkPodCertificateRequest(request: NodeRequest): Promise<void> {
  const { operation, attributes } = request.request;
  if (!request.features.isEnabled('PodCertificateRequest')) {
    throw request.refused('PodCertificateRequest feature gate is disabled');
  }
  if (operation !== 'CREATE') throw request.refused(`unexpected operation ${operation}`);
  if (attributes.subresource !== '') throw request.refused(`unexpected subresource ${attributes.subresource}`);
  const { spec } = request.object as PodCertificateRequest;
  await checkNode(request, spec);
  const pod = await checkPod(request, spec);
  await checkAccount(request, spec, pod);
}

async function checkNode(request: NodeRequest, { nodeName, nodeUID, podName }: PodCertificateRequestSpec) {
  if (nodeName !== request.node) {
    const problem = `which is not the requesting node ${goQuote(request.node)}`;
    throw request.refused(`PodCertificateRequest.Spec.NodeName=${goQuote(nodeName)}, ${problem}`);
  }
  const place = { group: '', resource: 'nodes', one: 'node' };
  const node = await found(request.get<Node>(place, { namespace: '', name: nodeName }), `node ${goQuote(nodeName)}`);
  if (node.metadata.uid === nodeUID) return;
  const difference = `inconsistent with the running node (${goQuote(node.metadata.uid ?? '')})`;
  throw errorWithoutReason(`${about(request, podName)} names node UID ${goQuote(nodeUID)}, ${difference}`);
}

async function checkPod(request: NodeRequest, spec: PodCertificateRequestSpec): Promise<Pod> {
  const named = goQuote(`${request.request.attributes.namespace}/${spec.podName}`);
  const pod = await found(request.pod(spec.podName), `pod ${named}`);
  if (pod.metadata.uid !== spec.podUID) {
    const difference = `which differs from running pod ${goQuote(pod.metadata.uid ?? '')}`;
    throw errorWithoutReason(
      `${about(request, spec.podName)} contains pod UID (${goQuote(spec.podUID)}) ${difference}`,
    );
  }
  if (pod.spec.nodeName !== spec.nodeName) {
    const where = `not running on node ${goQuote(spec.nodeName)} named in the PodCertificateRequest`;
    throw request.refused(`pod ${named} is ${where}`);
  }
  if (pod.metadata.annotations?.[mirrorAnnotation] !== undefined) throw request.refused(`pod ${named} is a mirror pod`);
  return pod;
}

async function checkAccount(request: NodeRequest, spec: PodCertificateRequestSpec, pod: Pod): Promise<void> {
  const { podName, serviceAccountName: name, serviceAccountUID: uid } = spec;
  const { serviceAccountName: running = '' } = pod.spec;
  if (name !== running) {
    const difference = `that differs from running pod (${goQuote(running)})`;
    throw request.refused(`${about(request, podName)} contains serviceAccountName (${goQuote(name)}) ${difference}`);
  }
  const { namespace } = request.request.attributes;
  const place = { group: '', resource: 'serviceaccounts', one: 'serviceaccount' };
  const named = `service account ${goQuote(`${namespace}/${name}`)}`;
  const account = await found(request.get<ServiceAccount>(place, { namespace, name }), named);
  if (account.metadata.uid === uid) return;
  const difference = `which differs from the running service account (${goQuote(account.metadata.uid ?? '')})`;
  throw errorWithoutReason(`${about(request, podName)} names service account UID ${goQuote(uid)}, ${difference}`);
}

function about({ request }: NodeRequest, podName: string): string {
  return `PodCertificateRequest for pod ${goQuote(`${request.attributes.namespace}/${podName}`)}`;
}

/** A missing object may only be late: the node may try again. */
async function found<Type>(finding: Promise<Type>, what: string): Promise<Type> {
  try {
    return await finding;
  } catch (error) {
    const problem = statusOf(error).message ?? '';
    throw errorWithoutReason(`while retrieving ${what} named in the PodCertificateRequest: ${problem}`);
  }
}
