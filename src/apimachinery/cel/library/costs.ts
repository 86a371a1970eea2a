import { type CallEstimate, type CallSite, traversal } from '../cost/estimates.js';
import { traversalCost } from '../cost/sizes.js';

/** Of a function that looks once at each character of the text that is its first operand. */
export const reading = {
  cost: (text: string) => traversalCost(text),
  estimate: ({ operands: [text] }: CallSite): CallEstimate => ({ cost: traversal(text!.size) }),
};

/** The same, where the result is taken to be as long as the text. */
export const copying = {
  cost: reading.cost,
  estimate: ({ operands: [text] }: CallSite): CallEstimate => ({ cost: traversal(text!.size), resultSize: text!.size }),
};
