// Follows pkg/apis/resource/validation/validation.go (v1.36)
// Follows staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go (v1.36)

import type { DeviceSelector } from '../../../api/resource/v1.js';
import {
  ANY,
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
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import { includesLibrary } from './includes-library.js';
import { validateList } from './list-rules.js';

const maxSelectors = 32;
const [maxLength, maxCost] = [10 * 1024, 1_000_000];

/** Validates CEL expressions that select devices. */
export function validateSelectors(
  selectors: readonly DeviceSelector[] | undefined,
  path: FieldPath,
  features: FeatureGates,
): FieldError[] {
  const selection = selectionWith(features);
  return validateList(selectors, path, {
    max: maxSelectors,
    check: ({ cel }, place) =>
      cel === undefined
        ? [place.child('cel').required()]
        : expressionErrors(cel.expression, place.child('cel', 'expression'), selection),
  });
}

function expressionErrors(expression: string, path: FieldPath, { environment, accepts }: Selection): FieldError[] {
  if (Buffer.byteLength(expression) > maxLength) return [path.tooLong(maxLength)];
  const compiled = compile(expression, environment);
  if (typeof compiled === 'string') return [path.invalid(expression, `compilation failed: ${compiled}`)];
  const { type } = compiled;
  if (!accepts.includes(type)) {
    return [path.invalid(expression, `must evaluate to bool or the unknown type, not ${type}`)];
  }
  return compiled.estimateCost().max > maxCost ? [path.forbidden('too complex, exceeds cost limit')] : [];
}

/** Returns the compiled expression, or the error message. */
function compile(expression: string, environment: CelEnvironment): CompiledExpression | string {
  try {
    return environment.compileUncached(expression);
  } catch (error) {
    if (error instanceof CelSyntaxError || error instanceof CelTypeError) return error.message;
    throw error;
  }
}

const [maxDomain, maxIdentifier, maxDriver, maxEntries, maxValue] = [63, 32, 63, 32, 64];

/** What selectors are compiled with. */
interface Selection {
  readonly environment: CelEnvironment;
  /** The types of a selector's result. */
  readonly accepts: readonly CelType[];
}

let [withLists, withoutLists]: (Selection | undefined)[] = [];

/** The attributes of devices may be lists with a feature gate. */
function selectionWith(features: FeatureGates): Selection {
  if (!features.isEnabled('DRAListTypeAttributes')) {
    withoutLists ??= { environment: deviceEnvironment(ANY), accepts: [BOOL, ANY] };
    return withoutLists;
  }
  withLists ??= {
    environment: deviceEnvironment(DYN).extend({ libraries: [includesLibrary] }),
    accepts: [BOOL, ANY, DYN],
  };
  return withLists;
}

function deviceEnvironment(attribute: CelType): CelEnvironment {
  const declared = (type: CelType, maxElements: number): DeclaredType => ({
    type,
    adapt: undefined,
    minSerializedSize: 1,
    maxElements,
  });
  const byDomain = (value: DeclaredType, more: Pick<DeclaredType, 'selected'> = {}): DeclaredType => {
    const inner = { ...mapDeclared(declared(STRING, maxIdentifier), value), ...more };
    return mapDeclared(declared(STRING, maxDomain), inner);
  };
  const attributes = declared(attribute, maxValue);
  const fields = new Map([
    ['driver', declared(STRING, maxDriver)],
    ['allowMultipleAllocations', declared(BOOL, 1)],
    ['attributes', byDomain(attributes, { selected: attributes })],
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
