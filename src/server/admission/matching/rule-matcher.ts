// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go (v1.36)

import type { GroupVersionResource } from '../../../apimachinery/meta/index.js';
import type { AdmissionAttributes, EquivalentResource } from '../../handlers/index.js';

/** The rule of a webhook configuration or policy; `*` matches everything. */
export interface Rule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  /** Including subresources: `pods`, `pods/status`; either part may be `*`. */
  readonly resources?: readonly string[];
  readonly scope?: string;
  /** Unset or empty: any name. Only policies have them. */
  readonly resourceNames?: readonly string[];
}

type Test = (text: string) => boolean;

/** A compiled rule. */
interface RuleMatch {
  readonly operation: Test;
  readonly group: Test;
  readonly version: Test;
  readonly resources: readonly { readonly resource: Test; readonly subresource: Test }[];
  readonly scope: string;
  readonly names: ReadonlySet<string> | undefined;
}

/** Matches if one of its rules does. */
export class RuleMatcher {
  readonly #rules: readonly RuleMatch[];
  readonly #equivalent: boolean;

  /**
   * `equivalent`: rules also match the resource under the other groups and versions that serve it, and not only those
   * of the request.
   */
  constructor(rules: readonly Rule[], { equivalent }: { equivalent: boolean }) {
    this.#rules = rules.map(partsOf);
    this.#equivalent = equivalent;
  }

  /** Returns the form of the request that the rules match; undefined if none does. */
  match(attributes: AdmissionAttributes): EquivalentResource | undefined {
    for (const rule of this.#rules) if (isAbout(rule, attributes, attributes.resource)) return attributes;
    return this.#equivalent ? this.#matchEquivalent(attributes) : undefined;
  }

  /** Earlier rules take precedence over later ones. */
  #matchEquivalent(attributes: AdmissionAttributes): EquivalentResource | undefined {
    const { resource, versions } = attributes;
    if (versions.all.length === 1) return undefined;
    for (const rule of this.#rules) {
      for (const form of versions.all) {
        const isOwn = form.resource.version === resource.version && form.resource.group === resource.group;
        if (!isOwn && isAbout(rule, attributes, form.resource)) return form;
      }
    }
    return undefined;
  }
}

function isAbout(rule: RuleMatch, attributes: AdmissionAttributes, resource: GroupVersionResource): boolean {
  return (
    rule.operation(attributes.operation) &&
    rule.group(resource.group) &&
    rule.version(resource.version) &&
    hasResource(rule, resource.resource, attributes.subresource) &&
    hasScope(rule.scope, attributes) &&
    (rule.names === undefined || rule.names.has(attributes.name))
  );
}

function hasResource({ resources }: RuleMatch, resource: string, subresource: string): boolean {
  for (const each of resources) if (each.resource(resource) && each.subresource(subresource)) return true;
  return false;
}

/** For a namespace the attributes name the namespace itself, but it is cluster-scoped. */
function hasScope(scope: string, { namespace, resource }: AdmissionAttributes): boolean {
  if (scope === '*') return true;
  const isNamespace = resource.resource === 'namespaces' && resource.group === '';
  const isOfCluster = namespace === '' || isNamespace;
  return scope === 'Cluster' ? isOfCluster : scope === 'Namespaced' && !isOfCluster;
}

function partsOf(rule: Rule): RuleMatch {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope = '*', resourceNames = [] } = rule;
  return {
    operation: oneOf(operations),
    group: oneOf(apiGroups),
    version: oneOf(apiVersions),
    resources: resources.map((text) => {
      const slash = text.indexOf('/');
      const [resource, subresource] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
      return { resource: oneOf([resource]), subresource: oneOf([subresource]) };
    }),
    scope,
    names: resourceNames.length === 0 ? undefined : new Set(resourceNames),
  };
}

function oneOf(texts: readonly string[]): Test {
  if (texts.includes('*')) return () => true;
  const [first] = texts;
  if (texts.length === 1) return (text) => text === first;
  return (text) => texts.includes(text);
}
