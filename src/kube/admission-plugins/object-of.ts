import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { AdmissionRequest } from '../../server/admission/index.js';

/** Whether a request is for a resource itself, not for one of its subresources. */
export function isAbout({ attributes }: AdmissionRequest, group: string, plural: string): boolean {
  const { resource, subresource } = attributes;
  return resource.resource === plural && resource.group === group && subresource === '';
}

/**
 * Returns the object of a request for a resource itself; undefined for other requests, and for deletions. The caller
 * names the type of the resource's objects: they have been decoded into it.
 */
export function objectOf<T extends JsonObject>(
  request: AdmissionRequest,
  group: string,
  plural: string,
): T | undefined {
  return isAbout(request, group, plural) ? (request.object as T | undefined) : undefined;
}
