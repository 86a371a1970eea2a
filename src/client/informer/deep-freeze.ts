/** Freezes a document and all that is in it: as an informer's transform, it makes who changes a shared object known. */
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
