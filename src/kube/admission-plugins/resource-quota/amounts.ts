// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go (v1.36)

import { type Amounts, addAll } from '../../pod-spec/index.js';

export function sumOf(left: Amounts, right: Amounts): Amounts {
  const sum: Amounts = new Map(left);
  addAll(sum, right);
  return sum;
}

/** Returns `after - before` for the resources that increase. */
export function increaseOf(after: Amounts, before: Amounts): Amounts {
  const increase: Amounts = new Map();
  for (const [name, amount] of after) {
    const known = before.get(name);
    const more = known ? amount.subtract(known) : amount;
    if (more.sign > 0) increase.set(name, more);
  }
  return increase;
}

/** Returns the amounts of the named resources. */
export function amountsOf(names: Iterable<string>, amounts: Amounts): Amounts {
  const found: Amounts = new Map();
  for (const name of names) {
    const amount = amounts.get(name);
    if (amount) found.set(name, amount);
  }
  return found;
}

/** Formatted for error messages: `cpu=1,pods=2`. */
export function amountsText(amounts: Amounts): string {
  return [...amounts.keys()]
    .sort()
    .map((name) => `${name}=${amounts.get(name)}`)
    .join(',');
}
