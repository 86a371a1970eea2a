import { type Amounts, addAll } from '../../pod-spec/index.js';

export function sumOf(left: Amounts, right: Amounts): Amounts {
  const sum: Amounts = new Map(left);
  addAll(sum, right);
  return sum;
}

/** How much more the first is than the second, of that of which it is more. */
export function increaseOf(after: Amounts, before: Amounts): Amounts {
  const increase: Amounts = new Map();
  for (const [name, amount] of after) {
    const known = before.get(name);
    const more = known ? amount.subtract(known) : amount;
    if (more.sign > 0) increase.set(name, more);
  }
  return increase;
}

/** The amounts of what has one of the names. */
export function amountsOf(names: Iterable<string>, amounts: Amounts): Amounts {
  const found: Amounts = new Map();
  for (const name of names) {
    const amount = amounts.get(name);
    if (amount) found.set(name, amount);
  }
  return found;
}

/** As refusals tell them: `cpu=1,pods=2`. */
export function amountsText(amounts: Amounts): string {
  return [...amounts.keys()]
    .sort()
    .map((name) => `${name}=${amounts.get(name)}`)
    .join(',');
}
