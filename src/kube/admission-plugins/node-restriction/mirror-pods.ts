// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { Node, Pod } from '../../../api/core/v1.js';
import { annotationsOf, goQuote, metadataOf, type OwnerReference } from '../../../apimachinery/meta/index.js';
import { namedBy } from '../../node-authorizer/index.js';
import { mirrorAnnotation, podSpecOf, type Volume } from '../../pod-spec/index.js';
import type { NodeRequest } from './node-request.js';

/** Restricts nodes to creating mirror pods that they own and that reference no API objects. */
export async function checkMirrorPod(request: NodeRequest): Promise<void> {
  const { node } = request;
  const pod = request.object as Pod;
  const who = `node ${goQuote(node)}`;
  if (annotationsOf(pod)[mirrorAnnotation] === undefined) {
    throw request.refused(
      `pod does not have ${goQuote(mirrorAnnotation)} annotation, ${who} can only create mirror pods`,
    );
  }
  if (podSpecOf(pod).nodeName !== node) {
    throw request.refused(`${who} can only create pods with spec.nodeName set to itself`);
  }
  const owner = ownerOf(request);
  const nodes = { group: '', resource: 'nodes', one: 'node' };
  const { uid } = (await request.get<Node>(nodes, { namespace: '', name: node })).metadata;
  if (owner.uid !== uid) throw request.refused(`node ${node} UID mismatch: expected ${owner.uid} got ${uid}`);
  const { reference, problem } = clusterReference(pod);
  if (problem !== undefined) throw request.refused(`error checking mirror pod for API references: ${problem}`);
  if (reference !== undefined) throw request.refused(`${who} can not create pods that reference ${reference}`);
}

/** Returns the only allowed owner of a mirror pod: the node. */
function ownerOf(request: NodeRequest): OwnerReference {
  const [owner, ...others] = metadataOf(request.object).ownerReferences ?? [];
  const who = `node ${goQuote(request.node)}`;
  if (others.length > 0)
    throw request.refused(`${who} can only create pods with a single owner reference set to itself`);
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== request.node) {
    throw request.refused(`${who} can only create pods with an owner reference set to itself`);
  }
  if (!owner.controller) {
    throw request.refused(`${who} can only create pods with a controller owner reference set to itself`);
  }
  if (owner.blockOwnerDeletion) throw request.refused(`${who} must not set blockOwnerDeletion on an owner reference`);
  return owner;
}

interface Found {
  /** Type of the API object that the pod references. */
  readonly reference?: string;
  /** Why this cannot be determined. */
  readonly problem?: string;
}

function clusterReference(pod: Pod): Found {
  const { resourceClaims = [], volumes = [] } = podSpecOf(pod);
  const named = new Set(namedBy(pod).map(({ resource }) => resource));
  for (const resource of ['serviceaccounts', 'secrets', 'configmaps'] as const) {
    if (named.has(resource)) return { reference: resource };
  }
  if (resourceClaims.length > 0) return { reference: 'resourceclaims' };
  for (const volume of volumes) {
    const found = volumeReference(volume);
    if (found) return found;
  }
  return {};
}

/** Volume sources by the type of API object that they reference; undefined: none. */
const sources: ReadonlyMap<string, string | undefined> = new Map([
  ...[
    'awsElasticBlockStore',
    'azureDisk',
    'cephfs',
    'cinder',
    'downwardAPI',
    'emptyDir',
    'fc',
    'flexVolume',
    'flocker',
    'gcePersistentDisk',
    'gitRepo',
    'hostPath',
    'image',
    'iscsi',
    'nfs',
    'photonPersistentDisk',
    'portworxVolume',
    'quobyte',
    'rbd',
    'scaleIO',
    'storageos',
    'vsphereVolume',
  ].map((source) => [source, undefined] as const),
  ['configMap', 'configmaps (via configmap volumes)'],
  ['secret', 'secrets (via secret volumes)'],
  ['csi', 'csidrivers (via CSI volumes)'],
  ['glusterfs', 'endpoints (via glusterFS volumes)'],
  ['persistentVolumeClaim', 'persistentvolumeclaims'],
  ['ephemeral', 'persistentvolumeclaims (via ephemeral volumes)'],
  ['azureFile', 'secrets (via azureFile volumes)'],
]);

const projectedSources: ReadonlyMap<string, string | undefined> = new Map([
  ['configMap', 'configmaps (via projected volumes)'],
  ['secret', 'secrets (via projected volumes)'],
  ['serviceAccountToken', 'serviceaccounts (via projected volumes)'],
  ['clusterTrustBundle', 'clustertrustbundles'],
  ['podCertificate', 'podcertificates'],
  ['downwardAPI', undefined],
]);

function volumeReference(volume: Volume): Found | undefined {
  const source = Object.keys(volume).find((field) => field === 'projected' || sources.has(field));
  if (source === undefined) return { problem: `unknown volume type for volume  ${goQuote(volume.name)}` };
  const reference = sources.get(source);
  if (source !== 'projected') return reference === undefined ? undefined : { reference };
  for (const projected of volume.projected?.sources ?? []) {
    const part = Object.keys(projected).find((field) => projectedSources.has(field));
    if (part === undefined) return { problem: `unknown source for projected volume ${goQuote(volume.name)}` };
    const named = projectedSources.get(part);
    if (named !== undefined) return { reference: named };
  }
  return undefined;
}
