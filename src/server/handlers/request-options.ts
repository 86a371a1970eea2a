import type {
  CreateOptions,
  DeleteOptions,
  ListOptions,
  PatchOptions,
  PropagationPolicy,
} from '../../apimachinery/meta/index.js';
import { badRequest, invalid } from '../../apimachinery/status/index.js';
import {
  type FieldError,
  validateCreateOptions,
  validateDeleteOptions,
  validateListOptions,
  validatePatchOptions,
} from '../../apimachinery/validation/index.js';

export function createOptionsOf(query: URLSearchParams, kind: 'CreateOptions' | 'UpdateOptions'): CreateOptions {
  const options = writeOptions(query);
  refuse(kind, validateCreateOptions(options));
  return options;
}

export function patchOptionsOf(query: URLSearchParams, kind: 'apply' | 'other'): PatchOptions {
  const force = booleanOf(query, 'force');
  const options = { ...writeOptions(query), ...(force !== undefined && { force }) };
  refuse('PatchOptions', validatePatchOptions(options, kind));
  return options;
}

export function listOptionsOf(query: URLSearchParams): ListOptions {
  const texts = ['labelSelector', 'fieldSelector', 'resourceVersion', 'resourceVersionMatch', 'continue'] as const;
  const options: Record<string, unknown> = {};
  for (const name of texts) if (query.get(name)) options[name] = query.get(name);
  for (const name of ['watch', 'allowWatchBookmarks', 'sendInitialEvents'])
    setIfThere(options, name, booleanOf(query, name));
  for (const name of ['timeoutSeconds', 'limit']) setIfThere(options, name, integerOf(query, name));
  refuse('ListOptions', validateListOptions(options));
  return options;
}

/** Options of a deletion: those in the query are a fallback for clients that send no body. */
export function deleteOptionsOf(query: URLSearchParams): DeleteOptions {
  const gracePeriodSeconds = integerOf(query, 'gracePeriodSeconds');
  const orphanDependents = booleanOf(query, 'orphanDependents');
  const propagationPolicy = query.get('propagationPolicy') as PropagationPolicy | null;
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy && { propagationPolicy }),
    ...(query.has('dryRun') && { dryRun: query.getAll('dryRun') }),
  };
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

/** As Go reads booleans of a query: a parameter that is there without a value is true. */
function booleanOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  return !['false', '0'].includes(value.toLowerCase());
}

function integerOf(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
  return Number(value);
}

function setIfThere(options: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) options[name] = value;
}

function refuse(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
}
