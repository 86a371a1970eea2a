// Follows pkg/apis/networking/validation/validation.go (v1.36)

import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
} from '../../../../api/networking/v1.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';

/** Ingress rules have `from`, egress rules `to`. */
type PolicyRule = NetworkPolicyIngressRule & NetworkPolicyEgressRule;

export const specPath = FieldPath.of('spec');

/** Returns the ingress and egress rules with their paths. */
export function rulesOf({ spec }: NetworkPolicy): { rule: PolicyRule; place: FieldPath }[] {
  const { ingress = [], egress = [] } = spec;
  return Object.entries({ ingress, egress }).flatMap(([direction, rules]) =>
    rules.map((rule: PolicyRule, index) => ({ rule, place: specPath.child(direction).index(index) })),
  );
}

/** Returns the IP blocks of all rules with their paths. */
export function blocksOf(policy: NetworkPolicy): { block: IPBlock; place: FieldPath }[] {
  return rulesOf(policy).flatMap(({ rule: { from = [], to = [] }, place }) =>
    Object.entries({ from, to }).flatMap(([side, peers]) =>
      peers.flatMap(({ ipBlock: block }, index) =>
        block ? [{ block, place: place.child(side).index(index).child('ipBlock') }] : [],
      ),
    ),
  );
}
