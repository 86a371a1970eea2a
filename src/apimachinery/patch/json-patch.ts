// Follows vendor/gopkg.in/evanphx/json-patch.v4/patch.go (v1.36)

import { jsonText } from '../codec/index.js';
import { getOwn, isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../meta/index.js';
import { badRequest, requestEntityTooLarge } from '../status/index.js';
import { goTypeName } from './go-types.js';
import { JsonPatchDocument, NoSuchItem, StepError } from './json-patch-document.js';
import { parsePointer } from './json-pointer.js';
import { doesNotApply, refuseDeepNesting } from './patch-errors.js';

/** One operation of a JSON patch as decoded; its required members depend on `op`. */
export type JsonPatchOperation = JsonObject;

/** Limits of a JSON patch. */
export interface JsonPatchLimits {
  /** How much all `copy` operations together may add to the document, in bytes of JSON. */
  readonly maxCopyBytes?: number;
}

const maxOperations = 10_000;
const defaultMaxCopyBytes = 3 * 1024 * 1024;

/**
 * Interprets a decoded document as a JSON patch. Throws BadRequest, or RequestEntityTooLarge for too many operations.
 */
export function parseJsonPatch(patch: JsonValue): readonly JsonPatchOperation[] {
  if (patch === null) return [];
  if (!Array.isArray(patch)) {
    throw badRequest(`json: cannot unmarshal ${goTypeName(patch)} into Go value of type jsonpatch.Patch`);
  }
  const stranger = patch.find((operation) => operation !== null && !isJsonObject(operation));
  if (stranger !== undefined) {
    throw badRequest(`json: cannot unmarshal ${goTypeName(stranger)} into Go value of type jsonpatch.Operation`);
  }
  if (patch.length > maxOperations) {
    throw requestEntityTooLarge(
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`,
    );
  }
  return patch.map((operation) => (operation ?? {}) as JsonObject);
}

/**
 * Applies a JSON patch (RFC 6902). Modifies neither the document nor the patch; the result shares parts with them. As
 * upstream, a missing member reads as null and can be replaced, a missing `value` is null, indexes may count from the
 * end, and the whole document can only be replaced and tested. Throws Invalid; the error's cause names the failed
 * operation and the reason.
 */
export function applyJsonPatch(
  document: JsonValue,
  operations: readonly JsonPatchOperation[],
  { maxCopyBytes = defaultMaxCopyBytes }: JsonPatchLimits = {},
): JsonValue {
  const run = new JsonPatchRun(document, maxCopyBytes);
  try {
    refuseDeepNesting(() => {
      for (const operation of operations) run.apply(operation);
    });
  } catch (error) {
    throw error instanceof StepError ? doesNotApply(error) : error;
  }
  return run.result;
}

class FailedTest extends StepError {}

/** Whether a patch was not applied because of a failed `test` operation. */
export function isFailedTest(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof FailedTest;
}

class JsonPatchRun {
  readonly #document: JsonPatchDocument;
  readonly #maxCopyBytes: number;
  #copiedBytes = 0;

  constructor(document: JsonValue, maxCopyBytes: number) {
    this.#document = new JsonPatchDocument(document);
    this.#maxCopyBytes = maxCopyBytes;
  }

  get result(): JsonValue {
    return this.#document.root;
  }

  apply(operation: JsonPatchOperation): void {
    const kind = getOwn(operation, 'op');
    switch (kind) {
      case 'add':
        this.#add(pointerOf(operation, 'path'), operand(operation), additions.add);
        break;
      case 'remove':
        this.#remove(pointerOf(operation, 'path'), 'remove');
        break;
      case 'replace':
        this.#replace(pointerOf(operation, 'path'), operand(operation));
        break;
      case 'move':
        this.#move(pointerOf(operation, 'from'), pointerOf(operation, 'path'));
        break;
      case 'copy':
        this.#copy(pointerOf(operation, 'from'), pointerOf(operation, 'path'));
        break;
      case 'test':
        this.#test(pointerOf(operation, 'path'), operand(operation));
        break;
      default:
        throw new StepError(`Unexpected kind: ${typeof kind === 'string' ? kind : 'unknown'}`);
    }
  }

  #add(path: Pointer, value: JsonValue, { noParent, failed }: AdditionTexts): void {
    const { text, tokens } = path;
    if (!tokens || !withContext(failed(text), () => this.#document.add(tokens, value))) {
      throw new StepError(`${noParent(text)}: missing value`);
    }
  }

  #remove({ text, tokens }: Pointer, operation: string): void {
    const shown = operation === 'move' ? (tokens?.at(-1) ?? '') : text;
    const failed = `error in ${operation} for path: '${shown}'`;
    if (!tokens || !withContext(failed, () => this.#document.remove(tokens)))
      throw missing(operation, `path: "${text}"`);
  }

  #replace({ text, tokens }: Pointer, value: JsonValue): void {
    if (text === '') {
      if (typeof value !== 'object') throw new StepError('replace operation value must be object or array');
      this.#document.root = value;
      return;
    }
    try {
      if (!tokens || !this.#document.replace(tokens, value)) throw missing('replace', `path: ${text}`);
    } catch (error) {
      throw error instanceof NoSuchItem ? missing('replace', `key: ${text}`) : error;
    }
  }

  #move(from: Pointer, path: Pointer): void {
    const value = withContext(`error in move for path: '${from.tokens?.at(-1) ?? ''}'`, () => this.#read(from, 'move'));
    this.#remove(from, 'move');
    this.#add(path, value, additions.move);
  }

  #copy(from: Pointer, path: Pointer): void {
    const value = withContext(`error in copy for from: '${from.text}'`, () => this.#read(from, 'copy'));
    this.#copiedBytes += Buffer.byteLength(jsonText(value));
    if (this.#copiedBytes > this.#maxCopyBytes) {
      throw new StepError(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copiedBytes}, exceeding the limit ${this.#maxCopyBytes}`,
      );
    }
    this.#document.share(value);
    this.#add(path, value, additions.copy);
  }

  #test(path: Pointer, expected: JsonValue): void {
    const { tokens } = path;
    const actual = tokens && withContext(`error in test for path: '${path.text}'`, () => this.#document.get(tokens));
    if (actual === undefined) {
      throw new StepError(`test operation does not apply: is missing path: ${path.text}: missing value`);
    }
    if (!jsonEqual(actual, expected)) throw new FailedTest(`testing value ${path.text} failed: test failed`);
  }

  #read(from: Pointer, operation: string): JsonValue {
    const value = from.tokens?.length ? this.#document.get(from.tokens) : undefined;
    if (value === undefined) throw missing(operation, `from path: ${from.text}`);
    return value;
  }
}

interface AdditionTexts {
  readonly noParent: (path: string) => string;
  readonly failed: (path: string) => string;
}

/** Upstream's messages for values that cannot be added, by operation. */
const additions: Readonly<Record<'add' | 'move' | 'copy', AdditionTexts>> = {
  add: {
    noParent: (path) => `add operation does not apply: doc is missing path: "${path}"`,
    failed: (path) => `error in add for path: '${path}'`,
  },
  move: {
    noParent: (path) => `move operation does not apply: doc is missing destination path: ${path}`,
    failed: (path) => `error in move for path: '${path}'`,
  },
  copy: {
    noParent: (path) => `copy operation does not apply: doc is missing destination path: ${path}`,
    failed: () => 'error while adding value during copy',
  },
};

/** Runs a step; prefixes the error of a missing item with the text. */
function withContext<Result>(text: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw error instanceof NoSuchItem ? new StepError(`${text}: ${error.message}`) : error;
  }
}

interface Pointer {
  readonly text: string;
  readonly tokens: readonly string[] | undefined;
}

function pointerOf(operation: JsonPatchOperation, member: 'path' | 'from'): Pointer {
  const text = getOwn(operation, member);
  if (typeof text !== 'string') {
    throw new StepError(`${getOwn(operation, 'op')} operation failed to decode ${member}: missing value`);
  }
  return { text, tokens: parsePointer(text) };
}

function operand(operation: JsonPatchOperation): JsonValue {
  return getOwn(operation, 'value') ?? null;
}

function missing(operation: string, what: string): StepError {
  return new StepError(`${operation} operation does not apply: doc is missing ${what}: missing value`);
}
