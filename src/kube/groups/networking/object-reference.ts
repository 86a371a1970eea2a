import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
  required,
} from '../../../apimachinery/validation/index.js';
import { checked } from '../../field-checks.js';
import type { ObjectReference } from './ingresses/ingress.js';

/** A reference by group, kind and name. */
export function validateObjectReference({ apiGroup, kind, name }: ObjectReference, path: FieldPath): FieldError[] {
  return [
    ...(typeof apiGroup === 'string' ? checked(apiGroup, checkDns1123Subdomain, path.child('apiGroup')) : []),
    ...segmentErrors(kind, path.child('kind')),
    ...segmentErrors(name, path.child('name')),
  ];
}

function segmentErrors(text: string, path: FieldPath): FieldError[] {
  return text === '' ? [required(path, '')] : checked(text, checkPathSegmentName, path);
}
