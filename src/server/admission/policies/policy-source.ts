// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_source.go (v1.36)

import { compareBytes, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../../apimachinery/scheme/index.js';
import type { StoreLister } from '../../registry/index.js';
import { type FindNamespace, RequestMatcher } from '../matching/index.js';
import type { ParamObjects, Params } from './params.js';
import type { BindingSpec, PolicySpec } from './policy-spec.js';

/** A policy with at least one binding. `Rules` is its compiled form. */
export interface Policy<Rules> {
  readonly name: string;
  readonly spec: PolicySpec;
  readonly matcher: RequestMatcher;
  /** Compiled on first use. */
  readonly rules: Rules;
  /** Sorted by name. */
  readonly bindings: readonly Binding[];
  /** The objects of its paramKind; rejects if the kind is not served. Undefined if the policy has no paramKind. */
  readonly params: Promise<ParamObjects> | undefined;
}

export interface Binding {
  readonly name: string;
  readonly spec: BindingSpec;
  /** Undefined: matches whatever the policy matches. */
  readonly matcher: RequestMatcher | undefined;
}

/** The current policies or bindings. */
export type PolicyObjects = Pick<StoreLister, 'ready' | 'changes' | 'get' | 'all'>;

export interface PolicySourceOptions<Rules> {
  readonly policies: PolicyObjects;
  readonly bindings: PolicyObjects;
  readonly findNamespace: FindNamespace;
  readonly params: Params;
  readonly compile: (policy: JsonObject) => Rules;
}

/** The policies in force. Only changed policies are compiled again. */
export class PolicySource<Rules> {
  readonly #options: PolicySourceOptions<Rules>;
  readonly #compiled = new WeakMap<JsonObject, { readonly rules: Rules }>();
  /** The versions that `#policies` was built from. */
  #changes = { policies: -1, bindings: -1 };
  #policies: readonly Policy<Rules>[] = [];

  constructor(options: PolicySourceOptions<Rules>) {
    this.#options = options;
  }

  /** Sorted by name. */
  current(): MaybePromise<readonly Policy<Rules>[]> {
    const { policies, bindings } = this.#options;
    const waiting = policies.ready() ?? bindings.ready();
    if (waiting) return waiting.then(() => this.current());
    if (this.#changes.policies !== policies.changes || this.#changes.bindings !== bindings.changes) {
      this.#changes = { policies: policies.changes, bindings: bindings.changes };
      this.#policies = this.#bind(policies, bindings);
    }
    return this.#policies;
  }

  /** Bindings without a policy, and policies without a binding, have no effect. */
  #bind(policies: PolicyObjects, bindings: PolicyObjects): readonly Policy<Rules>[] {
    const byPolicy = groupByPolicy(bindings.all());
    const bound = [...byPolicy.keys()].sort(compareBytes).flatMap((name) => {
      const policy = policies.get({ namespace: '', name });
      return policy ? [{ policy, bindings: byPolicy.get(name)! }] : [];
    });
    const { params } = this.#options;
    params.keepOnly(bound.flatMap(({ policy }) => specOf<PolicySpec>(policy).paramKind ?? []));
    return bound.map((each) => this.#policyOf(each.policy, each.bindings));
  }

  #policyOf(policy: JsonObject, bindings: readonly JsonObject[]): Policy<Rules> {
    const spec = specOf<PolicySpec>(policy);
    const { findNamespace, params } = this.#options;
    const rulesOf = (): Rules => this.#rulesOf(policy);
    return {
      name: nameOf(policy),
      spec,
      matcher: new RequestMatcher(spec.matchConstraints ?? {}, findNamespace),
      bindings: bindings
        .map((binding) => bindingOf(binding, findNamespace))
        .sort((a, b) => compareBytes(a.name, b.name)),
      get rules() {
        return rulesOf();
      },
      get params() {
        return spec.paramKind && params.of(spec.paramKind);
      },
    };
  }

  #rulesOf(policy: JsonObject): Rules {
    let compiled = this.#compiled.get(policy);
    if (!compiled) {
      compiled = { rules: this.#options.compile(policy) };
      this.#compiled.set(policy, compiled);
    }
    return compiled.rules;
  }
}

function groupByPolicy(bindings: Iterable<JsonObject>): ReadonlyMap<string, readonly JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const binding of bindings) {
    const { policyName = '' } = specOf<BindingSpec>(binding);
    const group = groups.get(policyName);
    if (group) group.push(binding);
    else groups.set(policyName, [binding]);
  }
  return groups;
}

function bindingOf(binding: JsonObject, findNamespace: FindNamespace): Binding {
  const spec = specOf<BindingSpec>(binding);
  const matcher = spec.matchResources && new RequestMatcher(spec.matchResources, findNamespace);
  return { name: nameOf(binding), spec, matcher };
}

function specOf<Spec>({ spec }: JsonObject): Spec {
  return (spec ?? {}) as unknown as Spec;
}

function nameOf(object: JsonObject): string {
  return metadataOf(object).name ?? '';
}
