// Follows pkg/controller/volume/persistentvolume/pv_controller.go (v1.36)
// Follows staging/src/k8s.io/csi-translation-lib/plugins (v1.36)
import type { PersistentVolumeClaim } from '../../api/core/v1.js';
import type { StorageClass } from '../../api/storage/v1.js';
import type { BinderEvent } from './claim-plan.js';
import { migratedTo } from './volume-plan.js';

const provisionerAnnotation = 'volume.kubernetes.io/storage-provisioner';
const betaProvisionerAnnotation = 'volume.beta.kubernetes.io/storage-provisioner';

/** CSI drivers that have replaced provisioners of Kubernetes' own. */
const csiDrivers: Readonly<Record<string, string>> = {
  'kubernetes.io/aws-ebs': 'ebs.csi.aws.com',
  'kubernetes.io/gce-pd': 'pd.csi.storage.gke.io',
  'kubernetes.io/cinder': 'cinder.csi.openstack.org',
  'kubernetes.io/azure-disk': 'disk.csi.azure.com',
  'kubernetes.io/azure-file': 'file.csi.azure.com',
  'kubernetes.io/vsphere-volume': 'csi.vsphere.vmware.com',
  'kubernetes.io/portworx-volume': 'pxd.portworx.com',
};

export interface Provisioning {
  /** Written before the event; undefined: nothing is written. */
  readonly claim?: PersistentVolumeClaim;
  readonly event: BinderEvent;
}

/** Nothing is provisioned here: a claim waits for the provisioner of its class. */
export function planProvisioning(
  claim: PersistentVolumeClaim,
  { name, storageClass }: { name: string; storageClass: StorageClass | undefined },
): Provisioning {
  if (!storageClass) return failed(`storageclass.storage.k8s.io ${JSON.stringify(name)} not found`);
  const { provisioner } = storageClass;
  const driver = csiDrivers[provisioner] ?? provisioner;
  if (driver === 'kubernetes.io/host-path')
    return failed(`Failed to create provisioner: provisioning in volume plugin "${driver}" is disabled`);
  if (driver.startsWith('kubernetes.io/')) return failed(`no volume plugin matched name: ${driver}`);
  const message =
    `Waiting for a volume to be created either by the external provisioner '${driver}' or manually by the system ` +
    'administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.';
  const event: BinderEvent = { type: 'Normal', reason: 'ExternalProvisioning', message };
  if (claim.metadata.annotations?.[provisionerAnnotation] === driver) return { event };
  const { [migratedTo]: _migrated, ...annotations } = claim.metadata.annotations ?? {};
  const wanted = { ...annotations, [betaProvisionerAnnotation]: driver, [provisionerAnnotation]: driver };
  return { claim: { ...claim, metadata: { ...claim.metadata, annotations: wanted } }, event };
}

function failed(message: string): Provisioning {
  return { event: { type: 'Warning', reason: 'ProvisioningFailed', message } };
}
