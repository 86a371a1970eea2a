import { FieldPath } from '../../apimachinery/validation/index.js';
import { type PodSpec, placedContainers } from './pod.js';

/** Drops fields of disabled feature gates. */
export function dropDisabledFields(spec: PodSpec): void {
  delete (spec as PodSpec & { schedulingGroup?: unknown }).schedulingGroup;
  for (const { projected } of spec.volumes ?? []) {
    for (const source of projected?.sources ?? []) {
      delete source.clusterTrustBundle;
      delete source.podCertificate;
    }
  }
  for (const { container } of placedContainers(spec, FieldPath.root)) delete container.lifecycle?.stopSignal;
}
