import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { NodeSelectorTerm } from '../../../pod-spec/index.js';
import type { Amounts } from '../amounts.js';

export interface VolumeSpec {
  readonly capacity?: Amounts;
  readonly accessModes?: readonly string[];
  persistentVolumeReclaimPolicy?: string;
  readonly storageClassName?: string;
  volumeMode?: string;
  readonly volumeAttributesClassName?: string;
  readonly nodeAffinity?: { readonly required?: { readonly nodeSelectorTerms?: NodeSelectorTerm[] | null } };
  readonly claimRef?: { readonly namespace?: string; readonly name?: string };
  readonly hostPath?: { readonly path: string; type?: string };
  readonly local?: { readonly path: string };
  readonly csi?: {
    readonly driver: string;
    readonly volumeHandle: string;
    readonly controllerPublishSecretRef?: SecretReference;
    readonly controllerExpandSecretRef?: SecretReference;
    readonly nodePublishSecretRef?: SecretReference;
    readonly nodeExpandSecretRef?: SecretReference;
  };
}

export interface SecretReference {
  readonly name?: string;
  readonly namespace?: string;
}

export interface VolumeStatus {
  phase?: string;
  readonly reason?: string;
  readonly lastPhaseTransitionTime?: string;
}

/** Volume types by precedence: the first one that is set is used. */
export const sourceFields = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
];

export function specOf({ spec }: JsonObject): VolumeSpec {
  return (spec ?? {}) as unknown as VolumeSpec;
}

export function statusOf({ status }: JsonObject): VolumeStatus {
  return (status ?? {}) as unknown as VolumeStatus;
}
