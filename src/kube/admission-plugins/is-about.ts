import type { AdmissionRequest } from '../../server/admission/index.js';

/** Whether a request is about objects of a resource themselves, and not about a part of them. */
export function isAbout({ attributes }: AdmissionRequest, group: string, plural: string): boolean {
  const { resource, subresource } = attributes;
  return resource.resource === plural && resource.group === group && subresource === '';
}
