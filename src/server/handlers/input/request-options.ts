// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (v1.36)

import {
  type CreateOptions,
  type DeleteOptions,
  type PatchOptions,
  type PropagationPolicy,
  withMembers,
} from '../../../apimachinery/meta/index.js';
import { invalid } from '../../../apimachinery/status/index.js';
import {
  type FieldError,
  validateCreateOptions,
  validateDeleteOptions,
  validatePatchOptions,
} from '../../../apimachinery/validation/index.js';
import { booleanOf, integerOf } from './query-values.js';

export function createOptionsOf(query: URLSearchParams, kind: 'CreateOptions' | 'UpdateOptions'): CreateOptions {
  const options = writeOptions(query);
  refuse(kind, validateCreateOptions(options));
  return options;
}

export function patchOptionsOf(query: URLSearchParams, kind: 'apply' | 'other'): PatchOptions {
  const force = booleanOf(query, 'force');
  const others = writeOptions(query);
  const options = force === undefined ? others : withMembers(others, { force });
  refuse('PatchOptions', validatePatchOptions(options, kind));
  return options;
}

/** Reads delete options from the query, the fallback for clients that send no body. */
/** Deletes an object that cannot be read, whatever depends on it. */
export const unsafeOption = 'ignoreStoreReadErrorWithClusterBreakingPotential';

export function deleteOptionsOf(query: URLSearchParams): DeleteOptions {
  const gracePeriodSeconds = integerOf(query, 'gracePeriodSeconds');
  const orphanDependents = booleanOf(query, 'orphanDependents');
  const propagationPolicy = query.get('propagationPolicy') as PropagationPolicy | null;
  const ignoresReadErrors = booleanOf(query, unsafeOption);
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== null && { propagationPolicy }),
    ...(query.has('dryRun') && { dryRun: query.getAll('dryRun') }),
    ...preconditionsOf(query),
    ...(ignoresReadErrors !== undefined && { [unsafeOption]: ignoresReadErrors }),
  };
}

function preconditionsOf(query: URLSearchParams): Pick<DeleteOptions, 'preconditions'> {
  const [uid, resourceVersion] = [query.get('uid'), query.get('resourceVersion')];
  if (!uid && !resourceVersion) return {};
  return { preconditions: { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) } };
}

export function checkDeleteOptions(options: DeleteOptions): DeleteOptions {
  refuse('DeleteOptions', validateDeleteOptions(options));
  return options;
}

export function isDryRun({ dryRun }: { dryRun?: readonly string[] }): boolean {
  return (dryRun?.length ?? 0) > 0;
}

function writeOptions(query: URLSearchParams): CreateOptions {
  const fieldManager = query.get('fieldManager');
  const fieldValidation = query.get('fieldValidation');
  return {
    ...(query.has('dryRun') && { dryRun: query.getAll('dryRun') }),
    ...(fieldManager && { fieldManager }),
    ...(fieldValidation && { fieldValidation }),
  };
}

function refuse(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
}
