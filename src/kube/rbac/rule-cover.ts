// Follows staging/src/k8s.io/component-helpers/auth/rbac/validation/policy_comparator.go (v1.36)
// Follows pkg/registry/rbac/validation/policy_compact.go (v1.36)

import { compareBytes, goQuote } from '../../apimachinery/meta/index.js';
import { covers, includes, includesResource, type PolicyRule } from './policy-rule.js';

/** A rule that expands to more is compared as a whole, to bound the cost. */
const mostSmallestRules = 10_000;

/**
 * Returns the wanted rules that are not covered by the owned ones, expanded to one verb, resource and name each. Such a
 * rule is covered by a single rule or not at all.
 */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const isMissing = (rule: PolicyRule): boolean => !owned.some((owner) => allowsRule(owner, rule));
  return wanted.flatMap((rule) => {
    if (!isMissing(rule)) return [];
    return sizeOf(rule) > mostSmallestRules ? [rule] : smallestRules(rule).filter(isMissing);
  });
}

function sizeOf({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): number {
  const targets = apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceURLs.length;
  return targets * verbs.length;
}

function smallestRules({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): PolicyRule[] {
  const none: readonly string[] = [];
  const names = resourceNames.length > 0 ? resourceNames.map((name) => [name]) : [none];
  const ofResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        names.map((name) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames: name,
          nonResourceURLs: none,
        })),
      ),
    ),
  );
  const ofPaths = nonResourceURLs.flatMap((url) =>
    verbs.map((verb) => ({
      verbs: [verb],
      apiGroups: none,
      resources: none,
      resourceNames: none,
      nonResourceURLs: [url],
    })),
  );
  return [...ofResources, ...ofPaths];
}

function allowsRule(owner: PolicyRule, { verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule) {
  return (
    verbs.every((verb) => includes(owner.verbs, verb)) &&
    apiGroups.every((group) => includes(owner.apiGroups, group)) &&
    resources.every((resource) => allowsResource(owner, resource)) &&
    (owner.resourceNames.length === 0 ||
      (resourceNames.length > 0 && resourceNames.every((name) => owner.resourceNames.includes(name)))) &&
    nonResourceURLs.every((path) => owner.nonResourceURLs.some((url) => covers(url, path)))
  );
}

function allowsResource({ resources }: PolicyRule, requested: string): boolean {
  const slash = requested.indexOf('/');
  if (slash < 0) return includes(resources, requested);
  return includesResource(resources, requested.slice(0, slash), requested.slice(slash + 1));
}

/** Formats expanded rules as upstream does, one line per resource and name. */
export function describeRules(rules: readonly PolicyRule[]): string {
  const byTarget = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { verbs: _, ...target } = rule;
    const isPath = rule.nonResourceURLs.length > 0;
    const key = JSON.stringify(isPath ? rule : target);
    const known = byTarget.get(key);
    byTarget.set(key, known && !isPath ? { ...known, verbs: [...known.verbs, ...rule.verbs] } : rule);
  }
  const lines = new Set([...byTarget.values()].map(describeRule));
  return [...lines].sort(compareBytes).join('\n');
}

function describeRule(rule: PolicyRule): string {
  const parts: readonly [string, readonly string[]][] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const nonEmpty = parts.filter(([, values]) => values.length > 0);
  return `{${nonEmpty.map(([name, values]) => `${name}:${quotedList(values)}`).join(', ')}}`;
}

/** Formatted like Go's `%q` of a list. */
export function quotedList(values: readonly string[]): string {
  return `[${values.map(goQuote).join(' ')}]`;
}
