// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go (v1.36)

import type { ObjectMeta, OwnerReference } from '../../api/meta/v1.js';

/** An object that controls others. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

export function controllerReference({ apiVersion, kind, metadata }: Owner): OwnerReference {
  return {
    apiVersion,
    kind,
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}

export function isControlledBy(object: { metadata: ObjectMeta }, owner: { metadata: ObjectMeta }): boolean {
  return controllerUid(object) === owner.metadata.uid;
}

export function controllerUid({ metadata }: { metadata: ObjectMeta }): string | undefined {
  return controllerReferenceOf(metadata)?.uid;
}

export function controllerReferenceOf({ ownerReferences }: ObjectMeta): OwnerReference | undefined {
  return ownerReferences?.find(({ controller }) => controller);
}
