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

/** Thrown inside of this room while conflicts may still be allowed; leaves it as `conflictError`. */
export class ApplyConflicts extends Error {
  readonly conflicts: readonly FieldConflict[];

  constructor(conflicts: readonly FieldConflict[]) {
    super('apply conflicts');
    this.conflicts = conflicts;
  }
}

/** The 409 that lists each field with the manager that owns it. */
export function conflictError(conflicts: readonly FieldConflict[]): StatusError {
  const found = conflicts.map(({ entry, fields }) => ({
    owner: printManager(entry),
    paths: fields.paths().map(printPath),
  }));
  const causes = found.flatMap(({ owner, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${owner}`, field })),
  );
  if (causes.length === 1) {
    const [cause] = causes;
    return applyConflict(causes, `Apply failed with 1 conflict: ${cause?.message}: ${cause?.field}`);
  }
  const lines = found.flatMap(({ owner, paths }) => [`conflicts with ${owner}:`, ...paths.map((path) => `- ${path}`)]);
  return applyConflict(causes, `Apply failed with ${causes.length} conflicts: ${lines.join('\n')}`);
}

function printManager({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const where = subresource === '' ? '' : ` with subresource ${goQuote(subresource)}`;
  const version = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${goQuote(manager)}${where}${version}`;
}
