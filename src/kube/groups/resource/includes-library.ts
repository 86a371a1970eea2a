// Follows staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go (v1.36)

import {
  BOOL,
  CelFailure,
  type CelLibrary,
  type CelValue,
  celEquals,
  DYN,
  defineFunction,
  isList,
  listItems,
  listSize,
  member,
} from '../../../apimachinery/cel/index.js';

const maxValues = 48;

/** `attribute.includes(value)`: whether an attribute of a device, or an item of its list, has the value. */
export const includesLibrary: CelLibrary = {
  name: 'kubernetes.DRAIncludes',
  functions: () => [
    defineFunction(
      'includes',
      member({
        id: 'dra_includes_dyn_dyn',
        parameters: [DYN, DYN],
        result: BOOL,
        evaluate: includes,
        estimate: () => ({ cost: { min: 0, max: maxValues } }),
      }),
    ),
  ],
};

function includes(target: CelValue, value: CelValue): boolean {
  if (!isList(target)) return celEquals(target, value);
  if (
    listSize(target) > maxValues &&
    !listItems(target)
      .slice(0, maxValues)
      .some((item) => celEquals(item, value))
  ) {
    throw new CelFailure(`'includes' function cannot be applied to lists longer than ${maxValues} values`);
  }
  return listItems(target).some((item) => celEquals(item, value));
}
