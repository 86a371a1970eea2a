// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/conflict.go (v1.36)
// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/merge/conflict.go (v1.36)

import { goQuote } from '../meta/index.js';
import { applyConflict, type StatusError } from '../status/index.js';
import { printPath } from './element-content.js';
import type { FieldSet } from './field-set.js';
import type { ManagedEntry } from './managed-fields.js';

/** Fields of another manager that an apply would change. */
export interface FieldConflict {
  readonly entry: ManagedEntry;
  readonly fields: FieldSet;
}

/** Thrown within this folder while conflicts may still be resolved; callers get `conflictError` instead. */
export class ApplyConflicts extends Error {
  readonly conflicts: readonly FieldConflict[];

  constructor(conflicts: readonly FieldConflict[]) {
    super('apply conflicts');
    this.conflicts = conflicts;
  }
}

/** At most this many fields are listed in one error; kube-apiserver lists all. */
const maxListed = 1000;

/** The 409 that lists each field with its manager; if there are too many, the first ones and the total. */
export function conflictError(conflicts: readonly FieldConflict[]): StatusError {
  let count = 0;
  const found = conflicts.map(({ entry, fields }) => {
    const paths = fields.paths();
    const listed = paths.slice(0, Math.max(0, maxListed - count)).map(printPath);
    count += paths.length;
    return { owner: printManager(entry), listed, omitted: paths.length - listed.length };
  });
  const causes = found.flatMap(({ owner, listed }) =>
    listed.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${owner}`, field })),
  );
  if (count === 1) {
    const [cause] = causes;
    return applyConflict(causes, `Apply failed with 1 conflict: ${cause?.message}: ${cause?.field}`);
  }
  const lines = found.flatMap(({ owner, listed, omitted }) => [
    `conflicts with ${owner}:`,
    ...listed.map((path) => `- ${path}`),
    ...(omitted > 0 ? [`- and ${omitted} more fields`] : []),
  ]);
  return applyConflict(causes, `Apply failed with ${count} conflicts: ${lines.join('\n')}`);
}

function printManager({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const where = subresource === '' ? '' : ` with subresource ${goQuote(subresource)}`;
  const version = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${goQuote(manager)}${where}${version}`;
}
