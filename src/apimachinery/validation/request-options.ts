// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/internalversion/validation/validation.go (v1.36)

import type { CreateOptions, DeleteOptions, ListOptions, PatchOptions, TableOptions } from '../meta/index.js';
import type { FieldError } from './field-error.js';
import { FieldPath } from './field-path.js';
import { validateFieldManager } from './metadata-fields.js';

const propagationPolicies = ['Foreground', 'Background', 'Orphan'];

/** Validates the options of a deletion. */
export function validateDeleteOptions(options: DeleteOptions): FieldError[] {
  const { propagationPolicy } = options;
  const path = FieldPath.of('propagationPolicy');
  const errors: FieldError[] = [];
  if (propagationPolicy !== undefined && options.orphanDependents !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(path.invalid(propagationPolicy, detail));
  }
  if (propagationPolicy !== undefined && !propagationPolicies.includes(propagationPolicy)) {
    errors.push(path.notSupported(propagationPolicy, [...propagationPolicies, 'nil']));
  }
  errors.push(...validateDryRun(options.dryRun), ...validateIgnoreStoreReadError(options));
  return errors;
}

function validateIgnoreStoreReadError(options: DeleteOptions): FieldError[] {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return [];
  const path = FieldPath.of('ignoreStoreReadErrorWithClusterBreakingPotential');
  const others = [
    ['dryRun', (options.dryRun ?? []).length > 0],
    ['propagationPolicy', options.propagationPolicy !== undefined],
    ['orphanDependents', options.orphanDependents !== undefined],
    ['gracePeriodSeconds', options.gracePeriodSeconds !== undefined],
    ['preconditions', options.preconditions !== undefined],
  ] as const;
  return others
    .filter(([, isSet]) => isSet)
    .map(([name]) => path.invalid(true, `cannot be set together with .${name}`));
}

/** Updates have the same options. */
export function validateCreateOptions({ fieldManager = '', dryRun, fieldValidation }: CreateOptions): FieldError[] {
  return [
    ...validateFieldManager(fieldManager, FieldPath.of('fieldManager')),
    ...validateDryRun(dryRun),
    ...validateFieldValidation(fieldValidation),
  ];
}

/** Validates the options of a patch. */
export function validatePatchOptions(options: PatchOptions, kind: 'apply' | 'other'): FieldError[] {
  const errors: FieldError[] = [];
  if (kind === 'apply' && !options.fieldManager) {
    errors.push(FieldPath.of('fieldManager').required('is required for apply patch'));
  }
  if (kind === 'other' && options.force !== undefined) {
    errors.push(FieldPath.of('force').forbidden('may not be specified for non-apply patch'));
  }
  return [...errors, ...validateCreateOptions(options)];
}

/** How the items of a list are validated. */
export interface ListRules {
  /** Whether watches may start with the initial state and a bookmark. Unset: yes. */
  readonly hasWatchLists?: boolean;
}

/** Lists and watches have the same options, but different rules. */
export function validateListOptions(options: ListOptions, rules: ListRules = {}): FieldError[] {
  return options.watch ? validateWatch(options, rules) : validateList(options);
}

const matchPath = FieldPath.of('resourceVersionMatch');

function validateList(options: ListOptions): FieldError[] {
  const { resourceVersionMatch: match = '', resourceVersion = '' } = options;
  const errors: FieldError[] = [];
  if (match !== '') {
    if (resourceVersion === '') {
      errors.push(matchPath.forbidden('resourceVersionMatch is forbidden unless resourceVersion is provided'));
    }
    errors.push(...validateMatchAndContinue(options));
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(matchPath.notSupported(match, ['Exact', 'NotOlderThan', '']));
    }
    if (match === 'Exact' && resourceVersion === '0') {
      errors.push(matchPath.forbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (options.sendInitialEvents !== undefined) {
    errors.push(FieldPath.of('sendInitialEvents').forbidden('sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function validateWatch(options: ListOptions, { hasWatchLists = true }: ListRules): FieldError[] {
  const { resourceVersionMatch: match = '', sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(matchPath.forbidden('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  }
  if (sendInitialEvents !== undefined && !hasWatchLists) {
    const detail = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(FieldPath.of('sendInitialEvents').forbidden(detail));
  }
  if (match === '') return errors;
  if (sendInitialEvents === undefined) {
    const detail = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    errors.push(matchPath.forbidden(detail));
  }
  if (match !== 'NotOlderThan') errors.push(matchPath.notSupported(match, ['NotOlderThan']));
  errors.push(...validateMatchAndContinue(options));
  return errors;
}

function validateMatchAndContinue({ continue: token = '' }: ListOptions): FieldError[] {
  return token === '' ? [] : [matchPath.forbidden('resourceVersionMatch is forbidden when continue is provided')];
}

/** Validates the options of a request for a table. */
export function validateTableOptions({ includeObject = '' }: TableOptions): FieldError[] {
  if (['Metadata', 'None', 'Object', ''].includes(includeObject)) return [];
  const detail = "must be 'Metadata', 'Object', 'None', or empty";
  return [FieldPath.of('includeObject').invalid(includeObject, detail)];
}

function validateDryRun(dryRun: readonly string[] = []): FieldError[] {
  if (dryRun.every((value) => value === 'All')) return [];
  return [FieldPath.of('dryRun').notSupported([...dryRun], ['All'])];
}

function validateFieldValidation(value = ''): FieldError[] {
  const supported = ['', 'Ignore', 'Strict', 'Warn'];
  return supported.includes(value) ? [] : [FieldPath.of('fieldValidation').notSupported(value, supported)];
}
