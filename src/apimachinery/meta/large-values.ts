import { expectLongStages, runYielding, type Steps } from '../event-loop/index.js';
import { countValues } from './count-values.js';
import { cloneJson, type JsonObject, type JsonValue, jsonEqual } from './json-value.js';
import { getOwn, setOwn } from './own-property.js';

/** Values that are handled in one step: it takes about a tenth of a millisecond. */
const valuesPerStep = 500;
/** Values of more are handled in steps. */
const largeValues = 2000;
/** What is nested deeper is handled in one step. */
const maxDepth = 20;

/** Like `cloneJson`; yields to the event loop if the value is large. */
export function cloneJsonYielding<Value extends JsonValue>(value: Value): Value | Promise<Value> {
  if (countValues(value, largeValues) < largeValues) return cloneJson(value);
  expectLongStages();
  return runYielding(cloning(value)) as Promise<Value>;
}

function* cloning(value: JsonValue, depth = 0): Steps<JsonValue> {
  if (!isContainer(value) || depth > maxDepth) return cloneJson(value);
  const members = new Members(value);
  const copy: Container = Array.isArray(value) ? [] : {};
  yield;
  let values = 0;
  for (let index = 0; index < members.length; index++) {
    const member = members.at(index);
    const count = countValues(member, valuesPerStep);
    const copied = count < valuesPerStep ? cloneJson(member) : yield* cloning(member, depth + 1);
    if (Array.isArray(copy)) copy.push(copied);
    else setOwn(copy, members.keyAt(index), copied);
    values += count;
    if (values < valuesPerStep) continue;
    values = 0;
    yield;
  }
  return copy;
}

/** Like `jsonEqual`, in steps. */
export function* comparingJson(a: JsonValue, b: JsonValue, depth = 0): Steps<boolean> {
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return jsonEqual(a, b);
  if (depth > maxDepth || countValues(a, valuesPerStep) < valuesPerStep) return jsonEqual(a, b);
  const [members, others] = [new Members(a), new Members(b)];
  if (members.length !== others.length) return false;
  yield;
  let values = 0;
  for (let index = 0; index < members.length; index++) {
    const [member, other] = [members.at(index), Array.isArray(b) ? b[index] : getOwn(b, members.keyAt(index))];
    if (other === undefined) return false;
    const count = countValues(member, valuesPerStep);
    const isEqual = count < valuesPerStep ? jsonEqual(member, other) : yield* comparingJson(member, other, depth + 1);
    if (!isEqual) return false;
    values += count;
    if (values < valuesPerStep) continue;
    values = 0;
    yield;
  }
  return true;
}

type Container = JsonValue[] | JsonObject;

function isContainer(value: JsonValue): value is Container {
  return typeof value === 'object' && value !== null;
}

/** The members of an object or a list; enumerates the keys of an object once. */
class Members {
  readonly #value: Container;
  readonly #keys: readonly string[];
  readonly length: number;

  constructor(value: Container) {
    this.#value = value;
    this.#keys = Array.isArray(value) ? [] : Object.keys(value);
    this.length = Array.isArray(value) ? value.length : this.#keys.length;
  }

  /** Only of an object. */
  keyAt(index: number): string {
    return this.#keys[index]!;
  }

  at(index: number): JsonValue {
    return Array.isArray(this.#value) ? this.#value[index]! : this.#value[this.keyAt(index)]!;
  }
}
