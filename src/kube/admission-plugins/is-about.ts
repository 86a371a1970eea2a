import type { AdmissionRequest } from '../../server/admission/index.js';

/** Whether a request is for a resource itself, not for one of its subresources. */
export function isAbout({ attributes }: AdmissionRequest, group: string, plural: string): boolean {
  const { resource, subresource } = attributes;
  return resource.resource === plural && resource.group === group && subresource === '';
}
