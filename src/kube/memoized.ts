/** Returns the function with its results kept as long as the objects that they were computed from. */
export function memoized<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let result = known.get(key);
    if (!result) {
      result = { value: compute(key) };
      known.set(key, result);
    }
    return result.value;
  };
}
