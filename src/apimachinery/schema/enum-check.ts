// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/validator.go (v1.36)

import { clipText, goJson, type JsonValue } from '../meta/index.js';
import type { JsonSchema } from './json-schema.js';
import type { ValidationRun } from './validation-run.js';
import { valuesEqual } from './value-nesting.js';

export type EnumCheck = (value: JsonValue, run: ValidationRun) => void;

/** Undefined if the schema has no enum. Scalars are looked up in a set. */
export function compileEnumCheck(schema: JsonSchema): EnumCheck | undefined {
  // The values are only read.
  const values = schema.enum as readonly JsonValue[] | undefined;
  if (values === undefined || values.length === 0) return undefined;
  const scalars = new Set(values.filter((value) => typeof value !== 'object'));
  const containers = values.filter((value) => typeof value === 'object' && value !== null);
  let supported: Supported | undefined;
  return (value, run) => {
    if (typeof value !== 'object') {
      // Upstream converts a float to the enum's int64 before comparing, which truncates it.
      if (scalars.has(value) || (typeof value === 'number' && scalars.has(Math.trunc(value)))) return;
    } else if (value !== null && containers.some((container) => valuesEqual(container, value))) {
      return;
    }
    // Null never matches, even if the enum lists it.
    supported ??= supportedValues(values);
    run.failEnum(value, supported);
  };
}

interface Supported {
  readonly names: readonly string[];
  readonly text: string;
}

/** Limits the list of values, which is part of each error. */
const maxSupportedLength = 8 * 1024;

function supportedValues(values: readonly JsonValue[]): Supported {
  const names = values.map((allowed) => (typeof allowed === 'string' ? allowed : goJson(allowed)));
  return { names, text: clipText(names.join(' '), maxSupportedLength) };
}
