// Follows pkg/apis/admissionregistration/validation/validation.go (v1.36)
// Follows pkg/apis/admissionregistration/v1/defaults.go (v1.36)

import type { MatchCondition, MatchResources, NamedRuleWithOperations } from '../../../api/admissionregistration/v1.js';
import { validateLabelSelector } from '../../../apimachinery/selectors/index.js';
import {
  checkPathSegmentName,
  checkQualifiedName,
  type FieldError,
  type FieldPath,
} from '../../../apimachinery/validation/index.js';
import { type Compiled, PolicyCompiler, type PolicyCompilerOptions } from '../../../server/admission/cel/index.js';
import { checkedRequired, duplicates, eachItem, oneOf, validateRequired } from '../../field-checks.js';

export const failurePolicies = ['Fail', 'Ignore'];
const matchPolicies = ['Equivalent', 'Exact'];
const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];
const maxConditions = 64;

/** Defaults: all namespaces and objects, and equivalent resources. */
export function defaultMatchResources(match: MatchResources | undefined): void {
  if (match === undefined) return;
  defaultMatch(match);
  defaultScopes(match.resourceRules);
  defaultScopes(match.excludeResourceRules);
}

export function defaultMatch(match: MatchResources): void {
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
}

export function defaultScopes(rules: readonly NamedRuleWithOperations[] | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= '*';
}

export function validateMatchResources(match: MatchResources, path: FieldPath): FieldError[] {
  const { matchPolicy, namespaceSelector = {}, objectSelector = {} } = match;
  return [
    ...oneOf(matchPolicy, matchPolicies, path.child('matchPolicy')),
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector')),
    ...validateLabelSelector(objectSelector, path.child('objectSelector')),
    ...eachItem(match.resourceRules, path.child('resourceRules'), validateNamedRule),
    ...eachItem(match.excludeResourceRules, path.child('excludeResourceRules'), validateNamedRule),
  ];
}

const mutatedOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** Mutating policies cannot match DELETE. */
export function validateMutatedOperations(match: MatchResources | undefined, path: FieldPath): FieldError[] {
  const place = path.child('resourceRules', 'operations');
  return (match?.resourceRules ?? [])
    .flatMap(({ operations: given = [] }) => given)
    .flatMap((operation) => oneOf(operation, mutatedOperations, place));
}

function validateNamedRule(rule: NamedRuleWithOperations, path: FieldPath): FieldError[] {
  const names = rule.resourceNames ?? [];
  const duplicated = duplicates();
  const errors = eachItem(names, path.child('resourceNames'), (name, place) => [
    ...place.check(name, checkPathSegmentName),
    ...duplicated(name, place),
  ]);
  return [...errors, ...validateRule(rule, path)];
}

export function validateRule(rule: NamedRuleWithOperations, path: FieldPath): FieldError[] {
  const { apiVersions = [], scope } = rule;
  return [
    ...validateWildcard(rule.operations, path.child('operations'), 'operations'),
    ...eachItem(rule.operations, path.child('operations'), (operation, place) => oneOf(operation, operations, place)),
    ...validateWildcard(rule.apiGroups, path.child('apiGroups'), 'API groups'),
    ...validateWildcard(apiVersions, path.child('apiVersions'), 'API versions'),
    ...eachItem(apiVersions, path.child('apiVersions'), (version, place) => validateRequired(version, place)),
    ...validateResources(rule.resources ?? [], path.child('resources')),
    ...oneOf(scope, scopes, path.child('scope')),
  ];
}

function validateWildcard(list: readonly string[] | undefined, path: FieldPath, what: string): FieldError[] {
  if (!list?.length) return [path.required()];
  if (list.length === 1 || !list.includes('*')) return [];
  return [path.invalid([...list], `if '*' is present, must not specify other ${what}`)];
}

/**
 * Resources with subresources, as in `pods/status`; each part may be `*`. Beside a plain `*`, upstream rejects
 * resources without subresource only if one of them is last.
 */
function validateResources(list: readonly string[], path: FieldPath): FieldError[] {
  if (list.length === 0) return [path.required()];
  const before = new Set<string>();
  const errors = eachItem(list, path, (text, place) => {
    if (text === '') return [place.required()];
    const slash = text.indexOf('/');
    if (slash < 0) return [];
    const covering = [`${text.slice(0, slash)}/*`, `*${text.slice(slash)}`].filter((other) => before.has(other));
    before.add(text);
    return covering.map((other) => place.invalid(text, `if '${other}' is present, must not specify ${text}`));
  });
  if (list.length > 1 && list.includes('*/*')) {
    errors.push(path.invalid([...list], "if '*/*' is present, must not specify other resources"));
  }
  if (list.includes('*') && list.findLast((text) => text !== '' && !text.includes('/')) !== '*') {
    const detail = "if '*' is present, must not specify other resources without subresources";
    errors.push(path.invalid([...list], detail));
  }
  return errors;
}

/** Validates an expression at a path. */
export type ExpressionCheck = (expression: string, path: FieldPath) => FieldError[];

export function validateMatchConditions(
  list: readonly MatchCondition[] | undefined,
  path: FieldPath,
  check: ExpressionCheck,
): FieldError[] {
  const names = (list ?? []).map(({ name }) => name);
  const duplicated = duplicates();
  const errors = names.length > maxConditions ? [path.tooMany(names.length, maxConditions)] : [];
  const inner = eachItem(list, path, ({ name, expression }, item) => {
    const [place, source] = [item.child('expression'), expression.trim()];
    return [
      ...(source === '' ? [place.required()] : check(source, place)),
      ...checkedRequired(name, checkQualifiedName, item.child('name')),
      ...(name === '' ? [] : duplicated(name, item.child('name'))),
    ];
  });
  return [...errors, ...inner];
}

/** Compiles match conditions; stored expressions may use features that new ones may not. */
export function matchConditionCheck(options: Pick<PolicyCompilerOptions, 'hasParams' | 'isStored'>): ExpressionCheck {
  const compiler = new PolicyCompiler({ ...options, hasVariables: false });
  return (expression, path) => compiledErrors(compiler.compile('matchCondition', expression), path);
}

export function compiledErrors(compiled: Compiled, path: FieldPath): FieldError[] {
  if (compiled.program) return [];
  const { source, fault, failsAlways } = compiled;
  return [failsAlways ? path.internal(fault) : path.invalid(source, fault)];
}
