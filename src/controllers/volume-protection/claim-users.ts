// Follows pkg/controller/volume/pvcprotection/pvc_protection_controller.go (v1.36)
import type { PersistentVolumeClaim, Pod } from '../../api/core/v1.js';

/** A pod that is not assigned to a node uses no volume, and will not be started with a claim that is being deleted. */
export function usesClaim(pod: Pod, { metadata }: PersistentVolumeClaim): boolean {
  const { nodeName, volumes = [] } = pod.spec ?? {};
  if (!nodeName) return false;
  const isOwn =
    metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === pod.metadata.uid) ?? false;
  return volumes.some(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return persistentVolumeClaim.claimName === metadata.name;
    return ephemeral !== undefined && !isShutDown(pod) && isOwn && `${pod.metadata.name}-${name}` === metadata.name;
  });
}

/** Whether the kubelet has stopped all containers of a pod that is being deleted. */
export function isShutDown({ metadata }: Pod): boolean {
  return Boolean(metadata.deletionTimestamp) && metadata.deletionGracePeriodSeconds === 0;
}
