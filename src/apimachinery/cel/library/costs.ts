// Follows staging/src/k8s.io/apiserver/pkg/cel/library/cost.go (v1.36)

import { type CallEstimate, type CallSite, traversal } from '../cost/estimates.js';
import { traversalCost } from '../cost/sizes.js';

/** For a function that traverses its first operand, a string, once. */
export const reading = {
  cost: (text: string) => traversalCost(text),
  estimate: ({ operands: [text] }: CallSite): CallEstimate => ({ cost: traversal(text!.size) }),
};

/** The same for a function whose result is estimated to be as long as the string. */
export const copying = {
  cost: reading.cost,
  estimate: ({ operands: [text] }: CallSite): CallEstimate => ({ cost: traversal(text!.size), resultSize: text!.size }),
};
