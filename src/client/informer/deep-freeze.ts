/**
 * Freezes an object and everything in it. As an informer's transform, it makes code that mutates a shared object throw.
 */
export function deepFreeze<Value extends object>(value: Value): Value {
  const pending: object[] = [value];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    Object.freeze(container);
    for (const member of Object.values(container)) {
      if (typeof member === 'object' && member !== null && !Object.isFrozen(member)) pending.push(member);
    }
  }
  return value;
}
