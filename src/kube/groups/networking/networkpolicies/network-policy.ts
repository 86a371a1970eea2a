import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../../../apimachinery/selectors/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';

export interface NetworkPolicySpec {
  readonly podSelector?: LabelSelectorSpec;
  readonly ingress?: readonly PolicyRule[];
  readonly egress?: readonly PolicyRule[];
  policyTypes?: string[];
}

/** Ingress rules have `from`, egress rules `to`. */
export interface PolicyRule {
  readonly ports?: readonly PolicyPort[];
  readonly from?: readonly PolicyPeer[];
  readonly to?: readonly PolicyPeer[];
}

export interface PolicyPort {
  protocol?: string;
  readonly port?: number | string;
  readonly endPort?: number;
}

export interface PolicyPeer {
  readonly podSelector?: LabelSelectorSpec;
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly ipBlock?: IpBlock;
}

export interface IpBlock {
  readonly cidr: string;
  readonly except?: readonly string[];
}

export const specPath = FieldPath.of('spec');

export function specOf({ spec }: JsonObject): NetworkPolicySpec {
  return (spec ?? {}) as unknown as NetworkPolicySpec;
}

/** Returns the ingress and egress rules with their paths. */
export function rulesOf(object: JsonObject): { rule: PolicyRule; place: FieldPath }[] {
  const { ingress = [], egress = [] } = specOf(object);
  return Object.entries({ ingress, egress }).flatMap(([direction, rules]) =>
    rules.map((rule, index) => ({ rule, place: specPath.child(direction).index(index) })),
  );
}

/** Returns the IP blocks of all rules with their paths. */
export function blocksOf(object: JsonObject): { block: IpBlock; place: FieldPath }[] {
  return rulesOf(object).flatMap(({ rule: { from = [], to = [] }, place }) =>
    Object.entries({ from, to }).flatMap(([side, peers]) =>
      peers.flatMap(({ ipBlock: block }, index) =>
        block ? [{ block, place: place.child(side).index(index).child('ipBlock') }] : [],
      ),
    ),
  );
}
