// Follows pkg/apis/networking/validation/validation.go (v1.36)
// Follows pkg/registry/networking/ipaddress/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { IPAddress, ParentReference } from '../../../../api/networking/v1.js';
import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  type FieldError,
  FieldPath,
  validateIp,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { checkedRequired, validateImmutableOf } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';

/** Allocated IP addresses, one object each, named by the address. Creating the object allocates the address. */
export const ipAddresses = builtInResource<IPAddress>('networking.k8s.io/v1', 'IPAddress', {
  plural: 'ipaddresses',
  shortNames: ['ip'],
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn('ParentRef', ({ spec }) => (spec.parentRef ? parentText(spec.parentRef) : '<none>'), {
      field: 'spec.parentRef',
    }),
    { ...ageColumn, isHidden: true },
  ],
  otherVersions: { v1beta1: { deprecation: { since: 34, until: 37 } } },
  strategy: {
    nameRule: (name) => validateIp(name, FieldPath.root).map(({ detail }) => detail),
    validate: validateIpAddress,
    validateUpdate: ({ object, old }, context) => {
      const change = { value: object.spec.parentRef, old: old.spec.parentRef };
      return [
        ...validateIpAddress(object, context),
        ...validateMetadataUpdate(object, context),
        ...validateImmutableOf('networking/v1.ParentReference', change, parentPath),
      ];
    },
  },
});

function parentText({ group, resource, namespace, name }: ParentReference): string {
  const kind = [resource, group].filter(Boolean).join('.').toLowerCase();
  return [kind, namespace, name].filter(Boolean).join('/');
}

const parentPath = FieldPath.of('spec', 'parentRef');

function validateIpAddress(address: IPAddress, context: ValidationContext): FieldError[] {
  return [...validateMetadata(address, context), ...validateParent(address.spec.parentRef)];
}

function validateParent(parent: ParentReference | undefined): FieldError[] {
  if (parent === undefined) return [parentPath.required()];
  const { group, resource, name, namespace } = parent;
  return [
    ...(group ? parentPath.child('group').check(group, checkDns1123Subdomain) : []),
    ...checkedRequired(resource, checkPathSegmentName, parentPath.child('resource')),
    ...checkedRequired(name, checkPathSegmentName, parentPath.child('name')),
    ...(namespace ? parentPath.child('namespace').check(namespace, checkPathSegmentName) : []),
  ];
}
