// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation_encryption.go (v1.36)

import { type GroupResource, parseGroupResource } from '../../apimachinery/meta/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import { ruleName } from './configuration.js';

/** Validates the resource list of one rule. */
export function validateResources(resources: readonly string[], path: FieldPath): FieldError[] {
  return [...validateAsWhole(resources, path), ...resources.flatMap((name, at) => validateName(name, path.index(at)))];
}

function validateAsWhole(resources: readonly string[], path: FieldPath): FieldError[] {
  const parsed = resources.map(parseGroupResource);
  const errors: FieldError[] = [];
  if (new Set(parsed.map(ruleName)).size < parsed.length) {
    errors.push(path.invalid([...resources], 'the same resource cannot be specified multiple times'));
  }
  if (hasOverlap(parsed)) {
    errors.push(
      path.invalid(
        [...resources],
        "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked",
      ),
    );
  }
  return errors;
}

/** Whether the list has a wildcard and something that it covers. */
function hasOverlap(resources: readonly GroupResource[]): boolean {
  const perGroup = new Map<string, number>();
  for (const { group } of resources) perGroup.set(group, (perGroup.get(group) ?? 0) + 1);
  return resources.some(({ group, resource }) => {
    if (resource !== '*') return false;
    const covered = group === '*' ? resources.length : (perGroup.get(group) ?? 0);
    return covered > 1;
  });
}

const WITHOUT_API = new Set(['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations']);

function validateName(name: string, path: FieldPath): FieldError[] {
  const detail = problemOfName(name, parseGroupResource(name));
  return detail === undefined ? [] : [path.invalid(name, detail)];
}

function problemOfName(name: string, { group, resource }: GroupResource): string | undefined {
  if (name.toLowerCase() !== name) return 'resource name should not contain capital letters';
  if (name === '*') {
    return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  }
  if (WITHOUT_API.has(name)) return 'resources which do not have REST API/s cannot be encrypted';
  if (group === 'events.k8s.io') {
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  }
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption";
  if (group === '*' && resource !== '*') return 'encrypting the same resource across groups is not supported';
  return undefined;
}
