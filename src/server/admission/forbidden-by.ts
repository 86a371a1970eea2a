import type { JsonObject } from '../../apimachinery/meta/index.js';
import { forbidden, isForbidden, notFound, type StatusError, statusOf } from '../../apimachinery/status/index.js';
import type { AdmissionRequest } from './admission-request.js';

/** A plug-in's refusal: `pods "web" is forbidden: <reason>`. A refusal that is one already stays as it is. */
export function forbiddenBy({ attributes, object }: AdmissionRequest, reason: string | Error): StatusError {
  if (typeof reason !== 'string' && isForbidden(reason)) return reason as StatusError;
  const message = typeof reason === 'string' ? reason : (statusOf(reason).message ?? reason.message);
  const { group, resource } = attributes.resource;
  return forbidden({ group, resource }, nameOf(attributes.name, object), message);
}

/** What the request is about is not there, as far as a plug-in can see. */
export function notFoundBy({ attributes, object }: AdmissionRequest): StatusError {
  const { group, resource } = attributes.resource;
  return notFound({ group, resource }, nameOf(attributes.name, object));
}

/** The name may still have to be generated. */
function nameOf(name: string, object: JsonObject | undefined): string {
  if (name !== '') return name;
  const { name: own, generateName } = (object?.['metadata'] ?? {}) as JsonObject;
  return String(own || generateName || 'Unknown');
}
