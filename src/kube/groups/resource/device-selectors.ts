// Follows pkg/apis/resource/validation/validation.go (v1.36)
// Follows staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go (v1.36)

import type { DeviceSelector } from '../../../api/resource/v1.js';
import {
  BOOL,
  bindingsLibrary,
  type CelEnvironment,
  CelSyntaxError,
  type CelType,
  CelTypeError,
  type CompiledExpression,
  type DeclaredType,
  DYN,
  kubernetesEnvironment,
  mapOf,
  ObjectType,
  QUANTITY_TYPE,
  STRING,
} from '../../../apimachinery/cel/index.js';
import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { validateList } from './list-rules.js';

const maxSelectors = 32;
const [maxLength, maxCost] = [10 * 1024, 1_000_000];

/** Validates CEL expressions that select devices. */
export function validateSelectors(selectors: readonly DeviceSelector[] | undefined, path: FieldPath): FieldError[] {
  return validateList(selectors, path, {
    max: maxSelectors,
    check: ({ cel }, place) =>
      cel === undefined
        ? [place.child('cel').required()]
        : expressionErrors(cel.expression, place.child('cel', 'expression')),
  });
}

function expressionErrors(expression: string, path: FieldPath): FieldError[] {
  if (Buffer.byteLength(expression) > maxLength) return [path.tooLong(maxLength)];
  const compiled = compile(expression);
  if (typeof compiled === 'string') return [path.invalid(expression, `compilation failed: ${compiled}`)];
  const { type } = compiled;
  if (type.kind !== 'bool' && type.kind !== 'dyn') {
    return [path.invalid(expression, `must evaluate to bool or the unknown type, not ${type}`)];
  }
  return compiled.estimateCost().max > maxCost ? [path.forbidden('too complex, exceeds cost limit')] : [];
}

/** Returns the compiled expression, or the error message. */
function compile(expression: string): CompiledExpression | string {
  try {
    environment ??= deviceEnvironment();
    return environment.compileUncached(expression);
  } catch (error) {
    if (error instanceof CelSyntaxError || error instanceof CelTypeError) return error.message;
    throw error;
  }
}

let environment: CelEnvironment | undefined;
const [maxDomain, maxIdentifier, maxDriver, maxEntries, maxValue] = [63, 32, 63, 32, 64];

function deviceEnvironment(): CelEnvironment {
  const declared = (type: CelType, maxElements: number): DeclaredType => ({
    type,
    adapt: undefined,
    minSerializedSize: 1,
    maxElements,
  });
  const byDomain = (value: DeclaredType): DeclaredType => {
    const inner = mapDeclared(declared(STRING, maxIdentifier), value);
    return mapDeclared(declared(STRING, maxDomain), inner);
  };
  const fields = new Map([
    ['driver', declared(STRING, maxDriver)],
    ['allowMultipleAllocations', declared(BOOL, 1)],
    ['attributes', byDomain(declared(DYN, maxValue))],
    ['capacity', byDomain(declared(QUANTITY_TYPE, 0))],
  ]);
  const types = new Map([...fields].map(([name, { type }]) => [name, type]));
  const device = { ...declared(new ObjectType('kubernetes.DRADevice', types), fields.size), fields };
  return kubernetesEnvironment().extend({ libraries: [bindingsLibrary], variables: { device } });
}

function mapDeclared(key: DeclaredType, element: DeclaredType): DeclaredType {
  const type = mapOf(key.type, element.type);
  return { type, adapt: undefined, minSerializedSize: 2, maxElements: maxEntries, key, element };
}
