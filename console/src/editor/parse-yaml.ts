import { CORE_SCHEMA, defineScalarTag, intCoreTag, load, Schema, YAMLException } from 'js-yaml';
import type { KubeObject } from '../api/client.ts';
import { parseNumber } from '../api/exact-json.ts';

/** An error of syntax, with its place. */
export class YamlProblem extends Error {
  /** From 0. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Integers beyond 53 bits are of type `bigint`, as in `parseJson`. */
const exactIntegers = defineScalarTag<number | bigint>(intCoreTag.tagName, {
  implicit: true,
  identify: Number.isInteger,
  resolve(source, isExplicit, tag) {
    const value = intCoreTag.resolve(source, isExplicit, tag);
    return typeof value === 'number' && !Number.isSafeInteger(value) ? parseNumber(source) : value;
  },
});
const schema = new Schema(CORE_SCHEMA.tags.map((tag) => (tag === intCoreTag ? exactIntegers : tag)));

/** Throws `YamlProblem` if the text is not one YAML object. */
export function parseYaml(text: string): KubeObject {
  let value: unknown;
  try {
    value = load(text, { schema });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason = error.message, mark } = error as { reason?: string; message: string; mark?: { line?: number } };
    throw new YamlProblem(reason, mark?.line ?? 0);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new YamlProblem('an object is expected', 0);
  return value as KubeObject;
}
