// Follows vendor/github.com/google/cel-go/ext/sets.go (v1.36)

import { type CallEstimate, type CallSite, ONE, plus, scaled, times } from '../cost/estimates.js';
import { type CelLibrary, defineFunction, type FunctionDeclaration, overload } from '../declarations.js';
import { celEquals } from '../equality.js';
import { type CelList, listItems, listSize } from '../lists.js';
import { type CelType, listOf, typeParameter } from '../types.js';
import { BOOL } from '../values.js';

const LIST_OF_T = listOf(typeParameter('T')) as CelType<CelList>;

function contains(list: CelList, part: CelList): boolean {
  const items = listItems(list);
  return listItems(part).every((wanted) => items.some((item) => celEquals(item, wanted)));
}

function intersects(a: CelList, b: CelList): boolean {
  if (listSize(b) === 0) return false;
  const items = listItems(b);
  return listItems(a).some((wanted) => items.some((item) => celEquals(item, wanted)));
}

/** In the worst case every item of one list is compared with every item of the other, `rounds` times. */
function setFunction(
  name: 'contains' | 'equivalent' | 'intersects',
  evaluate: (a: CelList, b: CelList) => boolean,
  rounds: number,
): FunctionDeclaration {
  return defineFunction(
    `sets.${name}`,
    overload({
      id: `list_sets_${name}_list`,
      parameters: [LIST_OF_T, LIST_OF_T],
      result: BOOL,
      evaluate,
      cost: (a, b) => 1 + listSize(a) * listSize(b) * rounds,
      estimate: ({ operands: [a, b] }: CallSite): CallEstimate => ({
        cost: plus(scaled(times(a!.size, b!.size), rounds), ONE),
      }),
    }),
  );
}

/** Lists as sets: duplicates and order do not matter. */
export const setsLibrary: CelLibrary = {
  name: 'sets',
  functions: () => [
    setFunction('contains', contains, 1),
    setFunction('equivalent', (a, b) => contains(a, b) && contains(b, a), 2),
    setFunction('intersects', intersects, 1),
  ],
};
