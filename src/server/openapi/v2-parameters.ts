// Follows vendor/k8s.io/kube-openapi/pkg/builder/parameters.go (v1.36)

import { createHash } from 'node:crypto';
import { jsonText } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';

const prefix = '#/parameters/';
/** Old clients look for these in the operation itself; the description of `name` contains the kind. */
const neverShared: ReadonlySet<unknown> = new Set(['name', 'dryRun', 'fieldValidation']);
const genericModels = '#/definitions/io.k8s.apimachinery';

/** Parameters that operations share: published once, and referenced by names that contain a hash of their content. */
export class SharedParameters {
  readonly #names = new Map<string, string>();
  readonly all: Record<string, JsonObject> = {};

  /** Returns what an operation lists: a reference, or the parameter itself. */
  refer(parameter: JsonObject): JsonObject {
    if (!isShared(parameter)) return parameter;
    const text = jsonText(parameter);
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `${parameter['name']}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}`;
      this.#names.set(text, name);
      this.all[name] = parameter;
    }
    return { $ref: `${prefix}${name}` };
  }
}

function isShared(parameter: JsonObject): boolean {
  if (parameter['in'] !== 'body') return !neverShared.has(parameter['name']);
  const schema = parameter['schema'] as JsonObject;
  return String(schema['$ref']).startsWith(genericModels);
}
