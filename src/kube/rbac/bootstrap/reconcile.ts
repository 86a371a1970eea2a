// Follows staging/src/k8s.io/component-helpers/auth/rbac/reconciliation/reconcile_role.go (v1.36)
// Follows staging/src/k8s.io/component-helpers/auth/rbac/reconciliation/reconcile_rolebindings.go (v1.36)

import type { ClusterRole } from '../../../api/rbac/v1.js';
import {
  annotationsOf,
  cloneJson,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  listIn,
  mutableMetadataOf,
  objectIn,
} from '../../../apimachinery/meta/index.js';
import { policyRuleObject, policyRulesOf } from '../policy-rule.js';
import { missingRules } from '../rule-cover.js';
import { autoUpdateAnnotation } from './default-policy.js';

/** The write that grants the expected permissions; additional permissions are kept. */
export type Reconciliation = { readonly update: JsonObject } | { readonly recreate: JsonObject } | undefined;

/** Returns undefined if the object is up to date, or opts out of updates. */
export function reconcile(existing: JsonObject, expected: JsonObject): Reconciliation {
  if (annotationsOf(existing)[autoUpdateAnnotation] === 'false' || isAsMade(existing, expected)) return undefined;
  const update = withExpectedMetadata(existing, expected);
  if (expected['roleRef']) {
    // The role of a binding is immutable.
    const { subjects } = expected;
    if (!jsonEqual(existing['roleRef']!, expected['roleRef'])) return { recreate: expected };
    addMissing(update, 'subjects', listIn(subjects));
  } else {
    addRules(update, expected);
  }
  return jsonEqual(update, existing) ? undefined : { update };
}

/** Fast path: at every start but the first one of a new version, objects are unchanged. */
function isAsMade(existing: JsonObject, expected: JsonObject): boolean {
  const [is, shouldBe] = [mutableMetadataOf(existing), mutableMetadataOf(expected)];
  return (
    ['roleRef', 'subjects', 'rules', 'aggregationRule'].every((field) => isSame(existing[field], expected[field])) &&
    ['labels', 'annotations'].every((field) => isSame(is[field], shouldBe[field]))
  );
}

/** Compares serialized text, which is fast; a different order falls through to the full comparison. */
function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withExpectedMetadata(existing: JsonObject, expected: JsonObject): JsonObject {
  const update = cloneJson(existing) as JsonObject;
  const metadata = mutableMetadataOf(update);
  for (const field of ['labels', 'annotations']) {
    metadata[field] = { ...objectIn(mutableMetadataOf(expected)[field]), ...objectIn(metadata[field]) };
  }
  return update;
}

/** The rules of an aggregated role are managed by the aggregation controller: only its selectors are reconciled. */
function addRules(role: JsonObject, expected: JsonObject): void {
  if (expected['aggregationRule']) {
    const rule = { ...objectIn(role['aggregationRule']) };
    addMissing(rule, 'clusterRoleSelectors', listIn(objectIn(expected['aggregationRule'])['clusterRoleSelectors']));
    role['aggregationRule'] = rule;
    return;
  }
  const owned = policyRulesOf(role as ClusterRole);
  const missing = policyRulesOf(expected as ClusterRole).filter((rule) => missingRules(owned, [rule]).length > 0);
  if (missing.length > 0) role['rules'] = [...listIn(role['rules']), ...missing.map(policyRuleObject)];
}

function addMissing(object: JsonObject, field: string, wanted: readonly JsonValue[]): void {
  const present = listIn(object[field]);
  const missing = wanted.filter((one) => !present.some((other) => jsonEqual(one, other)));
  if (missing.length > 0) object[field] = [...present, ...missing];
}
