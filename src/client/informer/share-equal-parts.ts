/** Parts below this depth are not compared. */
const maxDepth = 20;

/**
 * Replaces parts of a JSON value by equal parts of a similar one, so that memory holds them once. Returns the similar
 * value if all of it is equal. What is frozen is neither read nor replaced.
 */
export function shareEqualParts<Value>(value: Value, similar: unknown): Value {
  return share(value, similar, 0) as Value;
}

function share(value: unknown, similar: unknown, depth: number): unknown {
  if (value === similar) return similar;
  if (!isContainer(value) || !isContainer(similar) || depth >= maxDepth || Object.isFrozen(value)) return value;
  return Array.isArray(value) ? shareItems(value, similar, depth) : shareMembers(value, similar, depth);
}

function shareItems(items: unknown[], similar: object, depth: number): unknown {
  if (!Array.isArray(similar)) return items;
  let isEqual = items.length === similar.length;
  for (let index = 0; index < items.length; index++) {
    const shared = share(items[index], similar[index], depth + 1);
    if (shared !== similar[index]) isEqual = false;
    items[index] = shared;
  }
  return isEqual ? similar : items;
}

function shareMembers(members: object, similar: object, depth: number): unknown {
  if (Array.isArray(similar)) return members;
  const [own, others] = [members as Members, similar as Members];
  let isEqual = true;
  let count = 0;
  for (const name in own) {
    count++;
    const other = Object.hasOwn(others, name) ? others[name] : undefined;
    const shared = share(own[name], other, depth + 1);
    if (shared !== other || other === undefined) isEqual = false;
    else own[name] = shared;
  }
  return isEqual && count === Object.keys(similar).length ? similar : members;
}

interface Members {
  [name: string]: unknown;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
