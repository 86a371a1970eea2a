// Follows pkg/apis/discovery/validation/validation.go (v1.36)

import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '../../../../api/discovery/v1.js';
import { jsonEqual, labelsOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  ipWarnings,
  isIpv4,
  type LegacyOptions,
  parseIpSloppy,
  validateFullyQualifiedDomainName,
  validateImmutableField,
  validateIp,
  validateIpForLegacyField,
  validateLabels,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, ValidationContext } from '../../../../server/registry/index.js';
import {
  type Check,
  duplicates,
  eachItem,
  oneOf,
  portProtocols,
  requiredOneOf,
  validateRequired,
} from '../../../field-checks.js';
import { validateMetadata } from '../../../validation.js';
import { validateEndpointAddress } from '../../core/endpoints/endpoint-address.js';

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const maxAddresses = 100;
const maxPorts = 20_000;
const maxEndpoints = 1000;
const maxHints = 8;
const maxTopologyLabels = 16;

const typePath = FieldPath.of('addressType');
const portsPath = FieldPath.of('ports');
const endpointsPath = FieldPath.of('endpoints');

/** Unchanged endpoints that are already stored stay valid. */
export function validateEndpointSlice(
  slice: EndpointSlice,
  context: ValidationContext,
  old?: EndpointSlice,
): FieldError[] {
  const endpoints = slice.endpoints ?? [];
  const strict = context.features.isEnabled('StrictIPCIDRValidation');
  const endpointErrors = endpointsErrors(endpoints, { type: slice.addressType, strict });
  const isOld = endpointErrors.length > 0 && old !== undefined && jsonEqual(endpoints, old.endpoints ?? []);
  return [
    ...validateMetadata(slice, context),
    ...requiredOneOf(slice.addressType, addressTypes, typePath),
    ...portsErrors(slice.ports ?? []),
    ...(isOld ? [] : endpointErrors),
  ];
}

export function validateEndpointSliceUpdate(
  { object, old }: Replacement<EndpointSlice>,
  context: ValidationContext,
): FieldError[] {
  return [
    ...validateEndpointSlice(object, context, old),
    ...validateImmutableField(object.addressType, old.addressType, typePath),
  ];
}

function portsErrors(ports: readonly EndpointPort[]): FieldError[] {
  if (ports.length > maxPorts) return [portsPath.tooMany(ports.length, maxPorts)];
  const duplicated = duplicates();
  return eachItem(ports, portsPath, ({ name = '', protocol, appProtocol }, path) => [
    ...(name === '' ? [] : path.child('name').check(name, checkDns1123Label)),
    ...duplicated(name, path.child('name')),
    ...(protocol === undefined
      ? validateRequired(protocol, path.child('protocol'))
      : oneOf(protocol, portProtocols, path.child('protocol'))),
    ...path.child('appProtocol').check(appProtocol, checkQualifiedName),
  ]);
}

interface AddressRules extends LegacyOptions {
  readonly type: string;
}

function endpointsErrors(endpoints: readonly Endpoint[], rules: AddressRules): FieldError[] {
  if (endpoints.length > maxEndpoints) return [endpointsPath.tooMany(endpoints.length, maxEndpoints)];
  return eachItem(endpoints, endpointsPath, (endpoint, path) => endpointErrors(endpoint, path, rules));
}

function endpointErrors(endpoint: Endpoint, path: FieldPath, rules: AddressRules): FieldError[] {
  const { nodeName, deprecatedTopology = {}, hostname, hints = {} } = endpoint;
  const addresses = endpoint.addresses ?? [];
  const [addressesPath, topologyPath] = [path.child('addresses'), path.child('deprecatedTopology')];
  const placed = { ...rules, addressesPath };
  return [
    ...validateRequired(addresses, addressesPath, 'must contain at least 1 address'),
    ...atMost(addresses.length, maxAddresses, addressesPath),
    ...addresses.flatMap((address, index) => addressErrors(address, addressesPath.index(index), placed)),
    ...path.child('nodeName').check(nodeName, checkDns1123Subdomain),
    ...atMost(Object.keys(deprecatedTopology).length, maxTopologyLabels, topologyPath),
    ...validateLabels(deprecatedTopology, topologyPath),
    ...path.child('hostname').check(hostname, checkDns1123Label),
    ...hintsErrors(hints, path.child('hints')),
  ];
}

function atMost(count: number, max: number, path: FieldPath): FieldError[] {
  return count > max ? [path.tooMany(count, max)] : [];
}

/** Addresses of unknown types are not validated. */
function addressErrors(
  address: string,
  path: FieldPath,
  { type, strict, addressesPath }: AddressRules & { addressesPath: FieldPath },
): FieldError[] {
  if (type === 'FQDN') return validateFullyQualifiedDomainName(address, path);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const malformed = type === 'IPv4' ? validateIpForLegacyField(address, path, { strict }) : validateIp(address, path);
  if (malformed.length > 0) return malformed;
  const parsed = parseIpSloppy(address);
  const isOther = parsed !== undefined && isIpv4(parsed) !== (type === 'IPv4');
  const wrongFamily = isOther ? [addressesPath.invalid(address, `must be an ${type} address`)] : [];
  return [...wrongFamily, ...validateEndpointAddress(address, path)];
}

function hintsErrors({ forZones = [], forNodes = [] }: EndpointHints, path: FieldPath): FieldError[] {
  const [zonesPath, nodesPath] = [path.child('forZones'), path.child('forNodes')];
  if (forZones.length > maxHints) return [zonesPath.tooMany(forZones.length, maxHints)];
  const errors = hintErrors(forZones, zonesPath, checkLabelValue);
  if (forNodes.length > maxHints) return [...errors, nodesPath.tooMany(forNodes.length, maxHints)];
  return [...errors, ...hintErrors(forNodes, nodesPath, checkDns1123Subdomain)];
}

function hintErrors(hints: readonly { name: string }[], path: FieldPath, check: Check): FieldError[] {
  const duplicated = duplicates();
  return eachItem(hints, path, ({ name }, item) => [
    ...duplicated(name, item.child('name')),
    ...item.child('name').check(name, check),
  ]);
}

const managedBy = 'endpointslice.kubernetes.io/managed-by';
const controllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** Skips slices of the controllers, whose addresses are in canonical form. */
export function endpointSliceWarnings(slice: EndpointSlice, { isNew }: { isNew: boolean }): string[] {
  const isNamed = isNew && slice.addressType === 'FQDN';
  const warnings = isNamed ? ['spec.addressType: FQDN endpoints are deprecated'] : [];
  if (controllers.includes(labelsOf(slice)[managedBy] ?? '')) return warnings;
  const addressWarnings = (slice.endpoints ?? []).flatMap(({ addresses }, index) =>
    (addresses ?? []).flatMap((address, place) =>
      ipWarnings(address, endpointsPath.index(index).child('addresses').index(place)),
    ),
  );
  return [...warnings, ...addressWarnings];
}
