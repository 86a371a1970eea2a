// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/structuredmerge.go (v1.36)

import {
  formatGroupVersionKind,
  type JsonObject,
  metadataOf,
  parseGroupVersion,
} from '../../../apimachinery/meta/index.js';
import type { StatusError } from '../../../apimachinery/status/index.js';
import { errorWithoutReason } from '../../../apimachinery/status/index.js';

/** For a configuration that matches the schema but cannot be converted. */
export function notConverted(config: JsonObject, problem: string): StatusError {
  const { namespace = '', name = '' } = metadataOf(config);
  const object = `${namespace}/${name}; ${kindText(config)}`;
  return errorWithoutReason(`failed to convert new object (${object}) to proper version: ${problem}`);
}

export function kindText({ apiVersion, kind }: JsonObject): string {
  return formatGroupVersionKind({ ...parseGroupVersion(String(apiVersion)), kind: String(kind) });
}
