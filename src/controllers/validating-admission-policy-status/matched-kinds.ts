// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go (v1.36)
import type { NamedRuleWithOperations, ValidatingAdmissionPolicy } from '../../api/admissionregistration/v1.js';
import { compositeKey, type GroupVersionKind } from '../../apimachinery/meta/index.js';
import type { DiscoveredResource } from '../discover-resources.js';

const maxKinds = 10;

/** The kinds that the policy names without wildcards: as many of each rule as are checked. */
export function matchedKinds(
  { spec }: Pick<ValidatingAdmissionPolicy, 'spec'>,
  served: readonly DiscoveredResource[],
): readonly GroupVersionKind[] {
  const found = new Map<string, GroupVersionKind>();
  for (const rule of spec.matchConstraints?.resourceRules ?? []) {
    const kinds = kindsOf(rule, served);
    for (const { group, version, kind } of kinds)
      found.set(compositeKey(group, version, kind), { group, version, kind });
    if (kinds.length === maxKinds) break;
  }
  return [...found.values()].sort(
    (a, b) => compare(a.group, b.group) || compare(a.version, b.version) || compare(a.kind, b.kind),
  );
}

function kindsOf(rule: NamedRuleWithOperations, served: readonly DiscoveredResource[]): readonly DiscoveredResource[] {
  const { apiGroups = [], apiVersions = [], resources = [] } = rule;
  if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) return [];
  const kinds: DiscoveredResource[] = [];
  for (const group of [...apiGroups].sort()) {
    for (const version of [...apiVersions].sort()) {
      for (const name of resources.filter((each) => !/[*/]/.test(each)).sort())
        kinds.push(...served.filter((resource) => isNamed(resource, { group, version, name: name.toLowerCase() })));
    }
  }
  return kinds.slice(0, maxKinds);
}

/** As in upstream's mapper, the empty group stands for any. */
function isNamed(
  { group, version, resource, singular }: DiscoveredResource,
  wanted: { readonly group: string; readonly version: string; readonly name: string },
): boolean {
  const isInGroup = wanted.group === '' || wanted.group === group;
  return isInGroup && wanted.version === version && (wanted.name === resource || wanted.name === singular);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
