// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from '../../../../api/core/v1.js';
import { jsonEqual, labelsOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPortNumber,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  ipWarnings,
  type LegacyOptions,
  validateIpForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, oneOf, portProtocols } from '../../../field-checks.js';
import { updateValidation, validateMetadata, validation } from '../../../validation.js';
import { validateEndpointAddress } from './endpoint-address.js';

const path = FieldPath.of('subsets');
export const validateEndpoints = validation<Endpoints>((endpoints, context) =>
  eachItem(endpoints.subsets, path, subsetRule(context)),
);

/** Unchanged subsets stay valid. */
export const validateEndpointsUpdate = updateValidation<Endpoints>(({ object, old }, context) => {
  const errors = eachItem(object.subsets, path, subsetRule(context));
  const areKept = errors.length > 0 && jsonEqual(object.subsets ?? [], old.subsets ?? []);
  return [...validateMetadata(object, context), ...(areKept ? [] : errors)];
});

function subsetRule({ features }: ValidationContext): (subset: EndpointSubset, place: FieldPath) => FieldError[] {
  const strict = features.isEnabled('StrictIPCIDRValidation');
  return (subset, place) => subsetErrors(subset, place, { strict });
}

function subsetErrors(subset: EndpointSubset, place: FieldPath, rules: LegacyOptions): FieldError[] {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
  const isEmpty = addresses.length === 0 && notReadyAddresses.length === 0;
  return [
    ...(isEmpty ? [place.required('must specify `addresses` or `notReadyAddresses`')] : []),
    ...eachItem(addresses, place.child('addresses'), (one, at) => addressErrors(one, at, rules)),
    ...eachItem(notReadyAddresses, place.child('notReadyAddresses'), (one, at) => addressErrors(one, at, rules)),
    ...eachItem(ports, place.child('ports'), (port, at) => portErrors(port, at, { needsName: ports.length > 1 })),
  ];
}

function addressErrors(
  { ip, hostname, nodeName }: EndpointAddress,
  address: FieldPath,
  rules: LegacyOptions,
): FieldError[] {
  return [
    ...validateIpForLegacyField(ip, address.child('ip'), rules),
    ...(hostname ? address.child('hostname').check(hostname, checkDns1123Label) : []),
    ...address.child('nodeName').check(nodeName, checkDns1123Subdomain),
    ...validateEndpointAddress(ip, address.child('ip')),
  ];
}

function portErrors(
  { name = '', port, protocol, appProtocol }: EndpointPort,
  place: FieldPath,
  { needsName }: { needsName: boolean },
): FieldError[] {
  const protocolPath = place.child('protocol');
  return [
    ...(name === '' && needsName ? [place.child('name').required()] : []),
    ...(name === '' ? [] : place.child('name').check(name, checkDns1123Label)),
    ...place.child('port').check(port, checkPortNumber),
    ...(protocol ? oneOf(protocol, portProtocols, protocolPath) : [protocolPath.required()]),
    ...place.child('appProtocol').check(appProtocol, checkQualifiedName),
  ];
}

const managedBy = 'endpoints.kubernetes.io/managed-by';

/** Skips objects of the controller, whose addresses are in canonical form. */
export function endpointsWarnings(endpoints: Endpoints): string[] {
  if (labelsOf(endpoints)[managedBy] === 'endpoint-controller') return [];
  return (endpoints.subsets ?? []).flatMap(({ addresses = [], notReadyAddresses = [] }, index) =>
    Object.entries({ addresses, notReadyAddresses }).flatMap(([field, list]) =>
      list.flatMap(({ ip }, place) => ipWarnings(ip, path.index(index).child(field).index(place).child('ip'))),
    ),
  );
}
