// Follows staging/src/k8s.io/apiserver/pkg/cel/library/jsonpatch.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/mutation/typeresolver.go (v1.36)

import type { Steps } from '../../event-loop/index.js';
import { type CelLibrary, defineFunction, inSteps, overload } from '../declarations.js';
import { isList, listItems } from '../lists.js';
import { isMap, mapGet, mapKeys } from '../maps.js';
import { type CelType, ObjectType } from '../types.js';
import { CelObject, type CelValue, DYN, STRING } from '../values.js';
import { copying } from './costs.js';

/** `Object`, `Object.spec`, `Object.spec.containers` …: an object, or part of one, without a known schema. */
class UnknownObjectType extends ObjectType {
  constructor(name: string) {
    super(name, new Map());
  }

  override fieldType(): CelType {
    return DYN;
  }
}

/** One operation of a JSON patch. */
export const JSON_PATCH_TYPE = new ObjectType(
  'JSONPatch',
  new Map<string, CelType>([
    ['op', STRING],
    ['from', STRING],
    ['path', STRING],
    ['value', DYN],
  ]),
);

const ROOT = 'Object';

/** Characters that take about a millisecond. */
const escapedBetweenYields = 16_384;

function* escapeKey(key: string): Steps<string> {
  let escaped = '';
  for (let at = 0; at < key.length; at += escapedBetweenYields) {
    if (at > 0) yield;
    const part = key.slice(at, at + escapedBetweenYields);
    escaped += part.replaceAll('~', '~0').replaceAll('/', '~1');
  }
  return escaped;
}

/** What mutations of admission policies use: the types `Object…` and `JSONPatch`, and `jsonpatch.escapeKey`. */
export const mutationLibrary: CelLibrary = {
  name: 'kubernetes.jsonpatch',
  types: [JSON_PATCH_TYPE],
  resolveType: (name) => (name === ROOT || name.startsWith(`${ROOT}.`) ? new UnknownObjectType(name) : undefined),
  functions: () => [
    defineFunction(
      'jsonpatch.escapeKey',
      overload({
        id: 'string_jsonpatch_escapeKey_string',
        parameters: [STRING],
        result: STRING,
        ...inSteps(escapeKey),
        ...copying,
      }),
    ),
  ],
};

/**
 * Returns a message for each object of the wrong type: the object in field `spec` of an `Object` must be an
 * `Object.spec`, and so on; lists and maps in between do not add to the name.
 */
export function objectTypeProblems(value: CelValue): readonly string[] {
  return value instanceof CelObject ? problemsAt(value, value.type.name) : [];
}

function problemsAt(value: CelValue, expected: string): readonly string[] {
  if (isList(value)) return listItems(value).flatMap((item) => problemsAt(item, expected));
  if (isMap(value)) return mapKeys(value).flatMap((key) => problemsAt(mapGet(value, key)!, expected));
  if (!(value instanceof CelObject)) return [];
  const { name } = value.type;
  const own =
    name === expected
      ? []
      : [`unexpected type name "${name}", expected "${expected}", which matches field name path from root Object type`];
  return [
    ...own,
    ...Array.from(value.fieldNames()).flatMap((field) => problemsAt(value.field(field)!, `${expected}.${field}`)),
  ];
}
