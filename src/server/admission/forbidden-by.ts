// Follows staging/src/k8s.io/apiserver/pkg/admission/errors.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import { forbidden, isForbidden, type StatusError, statusOf } from '../../apimachinery/status/index.js';
import type { AdmissionRequest } from './admission-request.js';

/**
 * The rejection of a plug-in: `pods "web" is forbidden: <reason>`. A reason that is a Forbidden error already is
 * returned unchanged.
 */
export function forbiddenBy({ attributes, object }: AdmissionRequest, reason: string | Error): StatusError {
  if (typeof reason !== 'string' && isForbidden(reason)) return reason as StatusError;
  const message = typeof reason === 'string' ? reason : (statusOf(reason).message ?? reason.message);
  const { group, resource } = attributes.resource;
  return forbidden({ group, resource }, nameOf(attributes.name, object), message);
}

/** The name may not have been generated yet. */
function nameOf(name: string, object: JsonObject | undefined): string {
  if (name !== '') return name;
  const { name: own, generateName } = (object?.['metadata'] ?? {}) as JsonObject;
  return String(own || generateName || 'Unknown');
}
