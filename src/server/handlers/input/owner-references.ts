// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (v1.36)

import { type JsonObject, metadataOf, mutableMetadataOf } from '../../../apimachinery/meta/index.js';
import type { RequestContext } from '../../request-context.js';

const advice =
  'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your ' +
  'requests; duplicate UID(s) observed:';

/** Drops duplicate owner references, in place, and warns about them. */
export function dropRepeatedOwners(
  object: JsonObject,
  context: RequestContext,
  stage: 'as-sent' | 'after-admission',
): void {
  const { ownerReferences } = metadataOf(object);
  if (!ownerReferences || ownerReferences.length < 2) return;
  const owners = ownerReferences as unknown as readonly JsonObject[];
  const distinct = new Map<string, JsonObject>();
  const repeated: string[] = [];
  for (const owner of owners) {
    const identity = identityOf(owner);
    if (distinct.has(identity)) repeated.push(String(owner['uid']));
    else distinct.set(identity, owner);
  }
  if (repeated.length === 0) return;
  const when = stage === 'as-sent' ? '' : ' after mutating admission happens';
  context.warn(`.metadata.ownerReferences contains duplicate entries${when}; ${advice} ${repeated.join(', ')}`);
  mutableMetadataOf(object)['ownerReferences'] = [...distinct.values()];
}

/** Owner references are equal if all their fields are. */
function identityOf({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: JsonObject): string {
  return JSON.stringify([apiVersion, kind, name, uid, controller, blockOwnerDeletion]);
}
