// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import { isList, listItem, listSize } from '../lists.js';
import { isMap, mapGet } from '../maps.js';
import { integralIndex, itemAt, noSuchKey, valueAt } from '../standard/containers.js';
import { CelObject, CelOptional, type CelValue } from '../values.js';
import type { Code } from './frame.js';

/** `container[index]`; for an optional container the result is optional. */
export function indexCode(container: Code, index: Code): Code {
  return (frame) => {
    const indexed = container(frame);
    const at = index(frame);
    frame.cost += 1;
    return indexed instanceof CelOptional ? optionalIndex(indexed, at) : elementAt(indexed, at);
  };
}

/** `container[?index]`. */
export function optionalIndexCode(container: Code, index: Code): Code {
  return (frame) => {
    const indexed = container(frame);
    const at = index(frame);
    frame.cost += 1;
    return optionalIndex(indexed, at);
  };
}

function elementAt(container: CelValue, index: CelValue): CelValue {
  if (isList(container)) return itemAt(container, index);
  if (isMap(container)) return valueAt(container, index);
  throw noSuchKey(index);
}

export function optionalIndex(container: CelValue, index: CelValue): CelOptional {
  if (container instanceof CelOptional) {
    return container.hasValue ? optionalIndex(container.value, index) : CelOptional.none;
  }
  const found = find(container, index);
  return found === undefined ? CelOptional.none : CelOptional.of(found);
}

function find(container: CelValue, index: CelValue): CelValue | undefined {
  if (isMap(container)) return mapGet(container, index);
  if (container instanceof CelObject && typeof index === 'string') return container.field(index);
  if (!isList(container)) return undefined;
  const at = integralIndex(index);
  return at >= 0 && at < listSize(container) ? listItem(container, at) : undefined;
}
