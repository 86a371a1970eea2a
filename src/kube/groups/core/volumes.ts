// Follows pkg/apis/core/helper/helpers.go (v1.36)
// Follows pkg/apis/core/v1/helper/helpers.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/core/v1.js';
import { annotationsOf, isBeingDeleted, metadataOf } from '../../../apimachinery/meta/index.js';

/** Legacy annotation for the storage class of a volume or claim. */
export const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

/** Returns the class of a volume or claim, from its spec or the legacy annotation; undefined if there is none. */
export function storageClassOf(object: PersistentVolume | PersistentVolumeClaim): string | undefined {
  return annotationsOf(object)[classAnnotation] ?? object.spec?.storageClassName;
}

/** Formats the phase of a volume or claim for tables. */
export function phaseText(object: PersistentVolume | PersistentVolumeClaim): string {
  return isBeingDeleted(metadataOf(object)) ? 'Terminating' : (object.status.phase ?? '');
}

const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** Formats access modes for tables. */
export function accessModesText(modes: readonly string[] = []): string {
  return shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? short : [])).join(',');
}
