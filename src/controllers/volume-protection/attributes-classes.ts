// Follows pkg/controller/volume/vacprotection/vac_protection_controller.go (v1.36)
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/core/v1.js';

/** The VolumeAttributesClasses that a claim has, wants, or is changing to. */
export function classesOfClaim({ spec, status }: PersistentVolumeClaim): string[] {
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return names.flatMap((name) => name || []);
}

export function classesOfVolume({ spec }: PersistentVolume): string[] {
  return spec?.volumeAttributesClassName ? [spec.volumeAttributesClassName] : [];
}
