// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch/json_patch.go (v1.36)

import {
  CelObject,
  type CelValue,
  celToJson,
  isList,
  listItems,
  objectTypeProblems,
} from '../../../../apimachinery/cel/index.js';
import { cloneJson, type JsonObject, type JsonValue } from '../../../../apimachinery/meta/index.js';
import { applyJsonPatch, isFailedTest, type JsonPatchOperation } from '../../../../apimachinery/patch/index.js';
import { internalError, StatusError } from '../../../../apimachinery/status/index.js';
import { ShapeError } from '../../../registry/index.js';
import type { Compiled } from '../../cel/index.js';
import { ofSameKind } from '../../patched-kind.js';
import { evaluateMutation, type Mutation, type Target } from './mutation.js';

/** A mutation whose expression is a list of `JSONPatch`. If a test operation fails, nothing changes. */
export function jsonPatchMutation(expression: Compiled): Mutation {
  return async (target, evaluation) => {
    const operations = operationsOf(await evaluateMutation(expression, evaluation));
    const patched = apply(target.object, operations);
    return patched === undefined
      ? target.object
      : reshaped(ofSameKind(patched, target.object, target.versions), target);
  };
}

function operationsOf(value: CelValue): JsonPatchOperation[] {
  if (!isList(value)) throw new Error('type mismatch: JSONPatchType.expression should evaluate to array');
  return listItems(value).map((item) => {
    if (item instanceof CelObject) return operationOf(item);
    throw new Error('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch');
  });
}

function operationOf(patch: CelObject): JsonPatchOperation {
  const [from, value] = [patch.field('from'), patch.field('value')];
  return {
    op: textOf(patch, 'op'),
    path: textOf(patch, 'path'),
    ...(from !== undefined && from !== '' && { from: textOf(patch, 'from') }),
    ...(value !== undefined && { value: operandOf(value) }),
  };
}

function textOf(patch: CelObject, field: string): string {
  const text = patch.field(field) ?? '';
  if (typeof text !== 'string') throw new Error(`unexpected type for JSONPatchType '${field}' field`);
  return text;
}

function operandOf(value: CelValue): JsonValue {
  const problems = objectTypeProblems(value);
  if (problems.length > 0) throw new Error(`type mismatch: ${problems.join('\n')}`);
  try {
    return celToJson(value);
  } catch (error) {
    const problem = 'JSONPath valueExpression evaluated to a type that could not marshal to JSON';
    throw new Error(`${problem}: ${(error as Error).message}`);
  }
}

/** Returns undefined if a test operation failed. */
function apply(object: JsonObject, operations: readonly JsonPatchOperation[]): JsonValue | undefined {
  try {
    return applyJsonPatch(object, operations, { maxCopyBytes: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (isFailedTest(error)) return undefined;
    if (!(error instanceof StatusError)) throw error;
    throw new Error(`JSON Patch: ${error.cause instanceof Error ? error.cause.message : error.message}`);
  }
}

/** The patched object is decoded as if a client had sent it, with strict field validation. */
function reshaped(patched: JsonObject, { kind, versions }: Target): JsonObject {
  const object = cloneJson(patched);
  try {
    const errors = versions.mutationErrors(versions.shape(object, kind));
    if (errors.length === 0) return object;
    throw internalError(`strict decoding error: ${errors.join(', ')}`);
  } catch (error) {
    throw error instanceof ShapeError ? internalError(error.message) : error;
  }
}
