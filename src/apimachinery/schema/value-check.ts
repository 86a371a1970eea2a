// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/schema.go (v1.36)

import type { JsonValue } from '../meta/index.js';
import { compileItemsCheck, compileMembersCheck } from './container-check.js';
import { compileEnumCheck } from './enum-check.js';
import { compileJunctorCheck } from './junctor-check.js';
import { compileNumberCheck } from './number-check.js';
import type { SchemaNode } from './schema-node.js';
import { compileStringCheck } from './string-check.js';
import { allowedTypes, TypeCheck } from './type-check.js';
import type { ValidationRun } from './validation-run.js';
import { maxNesting } from './value-nesting.js';

/**
 * Checks a value against one node. `old` is the value that it replaces: invalid but unchanged parts are tolerated;
 * undefined: there is none. Returns the number of checks that passed: see `Attempt`.
 */
export type ValueCheck = (value: JsonValue, old: JsonValue | undefined, run: ValidationRun) => number;

export function checkOf(node: SchemaNode): ValueCheck {
  node.check ??= compileCheck(node);
  return node.check;
}

/** Every value passes the node itself, its enum, and its junctors, which count twice. */
const baseScore = 4;

/** The checks run, and count, in upstream's order: it determines which alternative's failures are reported. */
function compileCheck(node: SchemaNode): ValueCheck {
  const { schema } = node;
  const type = new TypeCheck(schema);
  const checkNull = compileNullCheck(node);
  const checkJunctors = compileJunctorCheck(node);
  const checkString = compileStringCheck(schema);
  const checkNumber = compileNumberCheck(schema);
  const checkEnum = compileEnumCheck(schema);
  const checkItems = compileItemsCheck(node);
  const checkMembers = compileMembersCheck(node);
  return (value, old, run) => {
    if (value === null) return checkNull(run);
    let matched = baseScore + (admits(type, value) ? type.score : type.refuse(value, run));
    if (checkJunctors !== undefined) matched += checkJunctors(value, old, run);
    if (typeof value === 'object') {
      if (run.depth > maxNesting) {
        run.fail('', `is nested deeper than ${maxNesting} levels`);
      } else if (Array.isArray(value)) {
        matched += 2 + checkItems(value, old, run);
        checkEnum?.(value, run);
      } else {
        checkEnum?.(value, run);
        matched += 1 + checkMembers(value, old, run);
      }
      return matched;
    }
    if (typeof value === 'string') {
      matched += checkString === undefined ? 1 : checkString(value, run);
    } else if (typeof value !== 'boolean') {
      checkNumber?.(value, run);
      matched += 2;
    }
    checkEnum?.(value, run);
    return matched;
  };
}

function admits(type: TypeCheck, value: JsonValue): boolean {
  switch (typeof value) {
    case 'string':
      return type.strings;
    case 'boolean':
      return type.booleans;
    case 'object':
      return Array.isArray(value) ? type.lists : type.objects;
    default:
      return type.admitsNumber(value);
  }
}

function compileNullCheck({ schema }: SchemaNode): (run: ValidationRun) => number {
  const types = allowedTypes(schema).join(',');
  const refused = types !== '' && types !== 'null' && schema.nullable !== true;
  const checkEnum = compileEnumCheck(schema);
  return (run) => {
    if (refused) run.failType(types, 'null');
    checkEnum?.(null, run);
    return refused ? 0 : 1;
  };
}
