// Follows pkg/apis/networking/validation/validation.go (v1.36)

import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
} from '../../../apimachinery/validation/index.js';
import { checkedRequired } from '../../field-checks.js';

interface ObjectReference {
  readonly apiGroup?: string | null;
  readonly kind: string;
  readonly name: string;
}

/** A reference by group, kind and name. */
export function validateObjectReference({ apiGroup, kind, name }: ObjectReference, path: FieldPath): FieldError[] {
  return [
    ...path.child('apiGroup').check(apiGroup ?? undefined, checkDns1123Subdomain),
    ...checkedRequired(kind, checkPathSegmentName, path.child('kind')),
    ...checkedRequired(name, checkPathSegmentName, path.child('name')),
  ];
}
