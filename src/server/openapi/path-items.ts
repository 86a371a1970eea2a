// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/builder3/openapi.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { Parameter } from '../dialect/index.js';
import type { Operation } from './operations.js';
import { byName, isSame } from './parameters.js';

/** The notation of one OpenAPI version. */
export interface Notation {
  /** Everything except the parameters. */
  operation(operation: Operation): JsonObject;
  parameter(parameter: Parameter): JsonObject;
  /** The body, where it is a parameter. */
  bodyParameter?(operation: Operation): JsonObject | undefined;
}

/** The order in which methods are listed. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/**
 * Groups operations by path and method. Parameters that all operations of a path share are listed once, on the path.
 */
export function pathItems(operations: readonly Operation[], notation: Notation): JsonObject {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const same = byPath.get(operation.path);
    if (same) same.push(operation);
    else byPath.set(operation.path, [operation]);
  }
  const paths = [...byPath.keys()].sort();
  return Object.fromEntries(paths.map((path) => [path, pathItem(byPath.get(path)!, notation)]));
}

function pathItem(unsorted: readonly Operation[], notation: Notation): JsonObject {
  const operations = [...unsorted].sort((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method));
  const [first, ...others] = operations;
  const common = first!.parameters.filter((parameter) =>
    others.every(({ parameters }) => parameters.some((other) => isSame(parameter, other))),
  );
  const item: JsonObject = {};
  for (const operation of operations) {
    const own = operation.parameters.filter((parameter) => !common.some((shared) => isSame(parameter, shared)));
    const body = notation.bodyParameter?.(operation);
    const parameters = [...(body ? [body] : []), ...write(own, notation)];
    item[operation.method] = {
      ...notation.operation(operation),
      ...(parameters.length > 0 && { parameters }),
    };
  }
  if (common.length > 0) item['parameters'] = write(common, notation);
  return item;
}

function write(parameters: readonly Parameter[], notation: Notation): JsonObject[] {
  return [...parameters].sort(byName).map((parameter) => notation.parameter(parameter));
}
