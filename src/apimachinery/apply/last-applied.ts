// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/lastappliedmanager.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/lastappliedupdater.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/lastapplied.go (v1.36)

import { decodeJson } from '../codec/index.js';
import { goJson, isJsonObject, type JsonObject, setOwn } from '../meta/index.js';
import type { ApplyType } from './apply-type.js';
import { compareValues } from './compare.js';
import { FieldSet } from './field-set.js';
import { fieldSetOf } from './to-field-set.js';
import { validateApplied } from './validate-value.js';

/** The manager that kubectl's client-side and server-side apply share. */
export const kubectlManager = 'kubectl';

/** Where client-side apply stores the last applied configuration. */
const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

const maxAnnotationBytes = 256 * 1024;

function annotationsOf(object: JsonObject): JsonObject {
  const annotations = isJsonObject(object.metadata) ? object.metadata.annotations : undefined;
  return isJsonObject(annotations) ? annotations : {};
}

function lastAppliedOf(object: JsonObject): string {
  const text = annotationsOf(object)[annotation];
  return typeof text === 'string' ? text : '';
}

/**
 * Returns the fields that client-side apply set and that still have its values. Server-side apply by kubectl may change
 * them without a conflict, no matter who owns them. Empty if there is no usable annotation.
 */
export function clientSideAppliedFields(live: JsonObject, type: ApplyType): FieldSet {
  try {
    const lastApplied = decodeJson(Buffer.from(lastAppliedOf(live)));
    if (!isJsonObject(lastApplied) || lastApplied.apiVersion !== live.apiVersion) return FieldSet.empty;
    validateApplied(type, lastApplied);
    const { added, modified, removed } = compareValues(type, lastApplied, live);
    return fieldSetOf(type, lastApplied).difference(modified).difference(added).difference(removed);
  } catch {
    return FieldSet.empty;
  }
}

/**
 * Updates the annotation, if the object has one, to the applied configuration, so that kubectl can return to
 * client-side apply.
 */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  if (lastAppliedOf(object) === '') return object;
  const annotations = { ...annotationsOf(object), [annotation]: `${goJson(withoutAnnotation(config))}\n` };
  if (sizeOf(annotations) > maxAnnotationBytes) delete (annotations as JsonObject)[annotation];
  return withAnnotations(object, annotations);
}

function withoutAnnotation(config: JsonObject): JsonObject {
  const annotations = annotationsOf(config);
  if (!Object.hasOwn(annotations, annotation)) return config;
  const { [annotation]: _removed, ...rest } = annotations;
  return withAnnotations(config, rest);
}

function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const copy = { ...object };
  setOwn(copy, 'metadata', { ...(isJsonObject(object.metadata) ? object.metadata : {}), annotations });
  return copy;
}

function sizeOf(annotations: JsonObject): number {
  return Object.entries(annotations).reduce(
    (size, [key, value]) => size + Buffer.byteLength(key) + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  );
}
