// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/api_object_versioner.go (v1.36)

import { badRequest, errorWithoutReason } from '../../../apimachinery/status/index.js';
import type { Revision } from '../../../storage/index.js';
import { parseRevision } from '../../registry/index.js';

/** Parses the resourceVersion of a get or a watch; 0 means any. */
export function readRevision(text: string): Revision {
  const revision = parseRevision(text);
  if (typeof revision === 'bigint') return revision;
  throw errorWithoutReason(invalidText(text, revision.problem));
}

/** Parses the resourceVersion of a list, for which upstream has a different error. Throws `badRequest`. */
export function readListRevision(text: string): Revision {
  const revision = parseRevision(text);
  if (typeof revision === 'bigint') return revision;
  throw badRequest(`invalid resource version: ${invalidText(text, revision.problem)}`);
}

function invalidText(text: string, problem: string): string {
  return `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${problem}`;
}
