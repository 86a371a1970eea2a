// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/core/v1.js';
import type { CSIDriver } from '../../../api/storage/v1.js';
import { aggregateMessages } from '../../../apimachinery/meta/index.js';
import { statusOf } from '../../../apimachinery/status/index.js';
import { podSpecOf, type Volume } from '../../pod-spec/index.js';
import type { NodeRequest } from './node-request.js';

const claims = { group: '', resource: 'persistentvolumeclaims', one: 'persistentvolumeclaim' };
const volumes = { group: '', resource: 'persistentvolumes', one: 'persistentvolume' };
const drivers = { group: 'storage.k8s.io', resource: 'csidrivers', one: 'csidriver' };

/** CSI drivers that serve in-tree volume types after migration. */
const successors: Readonly<Record<string, string>> = {
  awsElasticBlockStore: 'ebs.csi.aws.com',
  azureDisk: 'disk.csi.azure.com',
  azureFile: 'file.csi.azure.com',
  cinder: 'cinder.csi.openstack.org',
  gcePersistentDisk: 'pd.csi.storage.gke.io',
  portworxVolume: 'pxd.portworx.com',
  vsphereVolume: 'csi.vsphere.vmware.com',
};

/**
 * Whether a volume of the pod needs tokens for an audience: as a projected token, or for its CSI driver. If no volume
 * does and some could not be resolved, throws an error that says why.
 */
export async function hasAudience(request: NodeRequest, pod: Pod, audience: string): Promise<boolean> {
  const problems = new Set<string>();
  for (const volume of podSpecOf(pod).volumes ?? []) {
    if (volume.projected?.sources?.some(({ serviceAccountToken }) => isFor(serviceAccountToken, audience))) return true;
    try {
      const driver = await driverOf(request, pod, volume);
      if (driver !== '' && (await isTokenOf(request, driver, audience))) return true;
    } catch (error) {
      problems.add(statusOf(error).message ?? '');
    }
  }
  if (problems.size === 0) return false;
  throw new Error(aggregateMessages(problems));
}

function isFor(token: { readonly audience?: string } | undefined, audience: string): boolean {
  return token !== undefined && (token.audience ?? '') === audience;
}

/** Returns an empty string for a volume without a CSI driver. */
async function driverOf(request: NodeRequest, pod: Pod, volume: Volume): Promise<string> {
  const { ephemeral, persistentVolumeClaim, csi } = volume;
  const { namespace = '', name = '' } = pod.metadata;
  if (ephemeral?.volumeClaimTemplate) return driverOfClaim(request, namespace, `${name}-${volume.name}`);
  if (persistentVolumeClaim) return driverOfClaim(request, namespace, persistentVolumeClaim.claimName);
  return csi?.driver ?? successorOf(volume);
}

async function driverOfClaim(request: NodeRequest, namespace: string, name: string): Promise<string> {
  const claim = await request.get<PersistentVolumeClaim>(claims, { namespace, name });
  const volumeName = claim.spec?.volumeName ?? '';
  const { spec = {} } = await request.get<PersistentVolume>(volumes, { namespace: '', name: volumeName });
  return spec.csi?.driver ?? successorOf(spec);
}

function successorOf(source: object): string {
  const kind = Object.keys(source).find((field) => Object.hasOwn(successors, field));
  return kind === undefined ? '' : (successors[kind] ?? '');
}

async function isTokenOf(request: NodeRequest, driver: string, audience: string): Promise<boolean> {
  const { spec } = await request.get<CSIDriver>(drivers, { namespace: '', name: driver });
  return (spec.tokenRequests ?? []).some((token) => token.audience === audience);
}
