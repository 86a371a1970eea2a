// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager/admission.go (v1.36)

import { decodeManagedFields } from '../../apimachinery/apply/index.js';
import {
  type JsonObject,
  type JsonValue,
  type ManagedFieldsEntry,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import type { AdmissionRequest } from './admission-request.js';

const explanation =
  '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests';

/** Restores the managedFields from before admission if a plug-in left them in an invalid state. */
export function keepValidManagedFields(
  object: JsonObject,
  before: readonly ManagedFieldsEntry[] | null | undefined,
  request: AdmissionRequest,
): void {
  const owners = metadataOf(object).managedFields;
  if (owners === before || !owners) return;
  try {
    decodeManagedFields(owners as unknown as JsonValue[]);
  } catch (error) {
    const metadata = mutableMetadataOf(object);
    if (before) metadata['managedFields'] = before as unknown as JsonValue;
    else delete metadata['managedFields'];
    request.warn(`${explanation}: ${(error as Error).message}`);
  }
}
