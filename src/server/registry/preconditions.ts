// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/interfaces.go (v1.36)

import { type GroupResource, type JsonObject, metadataOf, type Preconditions } from '../../apimachinery/meta/index.js';
import { conflict, errorWithoutReason } from '../../apimachinery/status/index.js';
import type { Revision } from '../../storage/index.js';
import type { Resource } from './resource.js';

const modified = 'the object has been modified; please apply your changes to the latest version and try again';

/** The UID in an update, if set, must be that of the live object. */
export function checkReplacedUid(
  { groupResource }: Resource,
  { key, name, uid, live }: { key: string; name: string; uid: string | undefined; live: JsonObject | undefined },
): void {
  const found = live ? (metadataOf(live).uid ?? '') : '';
  if (uid === undefined || uid === found) return;
  const problem = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`;
  const text = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
  throw conflict(groupResource, name, text);
}

/** Checks delete preconditions with the error text of resources that have custom deletion steps. */
export function preconditionCheck(
  groupResource: GroupResource,
): (live: JsonObject, preconditions: Preconditions) => void {
  return (live, { uid, resourceVersion }) => {
    const metadata = metadataOf(live);
    const demands = [
      ['UID', uid, metadata.uid],
      ['ResourceVersion', resourceVersion, metadata.resourceVersion],
    ] as const;
    for (const [what, wanted, found] of demands) {
      if (wanted === undefined || wanted === found) continue;
      const problem = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`;
      throw conflict(groupResource, metadata.name ?? '', problem);
    }
  };
}

/** Checks delete preconditions. Upstream's error has the kind where others have the resource. */
export function checkDeletion(
  { group, definition }: Resource,
  live: JsonObject,
  preconditions: Preconditions | undefined,
): void {
  if (!preconditions) return;
  const { name = '', uid = '', resourceVersion = '' } = metadataOf(live);
  const refuse = (problem: string) => conflict({ group, resource: definition.kind }, name, problem);
  if (preconditions.uid !== undefined && preconditions.uid !== uid) {
    throw refuse(
      `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). ` +
        'The object might have been deleted and then recreated',
    );
  }
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    throw refuse(
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion ` +
        `in record (${resourceVersion}). The object might have been modified`,
    );
  }
}

/** Checks the resourceVersion of an update against the current one. Returns false if it is unset. */
export function checkVersion(
  { groupResource }: Resource,
  { name, sent, current }: { name: string; sent: string | undefined; current: Revision },
): boolean {
  const revision = sentRevision(sent);
  if (revision === 0n) return false;
  if (revision !== current) throw conflict(groupResource, name, modified);
  return true;
}

/** Parses metadata.resourceVersion; 0: unset. An invalid one is an internal error without a reason upstream. */
export function sentRevision(resourceVersion: string | undefined): Revision {
  if (resourceVersion === undefined || resourceVersion === '') return 0n;
  const revision = parseRevision(resourceVersion);
  if (typeof revision === 'bigint') return revision;
  throw errorWithoutReason(revision.problem);
}

const maxRevision = 0xffff_ffff_ffff_ffffn;

export function parseRevision(text: string): Revision | { readonly problem: string } {
  if (!/^\d+$/.test(text)) return { problem: `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax` };
  const revision = text.length <= 20 ? BigInt(text) : maxRevision + 1n;
  if (revision <= maxRevision) return revision;
  return { problem: `strconv.ParseUint: parsing ${JSON.stringify(text)}: value out of range` };
}
