// Follows staging/src/k8s.io/client-go/tools/reference/ref.go (v1.36)

import type { ObjectReference } from '../../api/core/v1.js';
import type { ObjectMeta } from '../../api/meta/v1.js';

/** An object that events are about. */
export interface Involved {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

export function referenceTo({ apiVersion, kind, metadata }: Involved): ObjectReference {
  const { namespace, name = '', uid = '', resourceVersion } = metadata;
  return {
    kind,
    ...(namespace !== undefined && { namespace }),
    name,
    uid,
    apiVersion,
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}
