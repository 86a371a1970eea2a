import { type JsonObject, jsonEqual, labelsOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  ipWarnings,
  isIpv4,
  notSupported,
  parseIpSloppy,
  required,
  tooMany,
  validateFullyQualifiedDomainName,
  validateImmutableField,
  validateIp,
  validateIpForLegacyField,
  validateLabels,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { textIn } from '../../../fields.js';
import { validateEndpointAddress } from '../../core/endpoints/endpoint-address.js';
import { type SliceEndpoint, type SlicePort, sliceEndpointsOf, slicePortsOf } from './endpoint-slice.js';

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const maxAddresses = 100;
const maxPorts = 20_000;
const maxEndpoints = 1000;
const maxHints = 8;
const maxTopologyLabels = 16;

const typePath = FieldPath.of('addressType');
const portsPath = FieldPath.of('ports');
const endpointsPath = FieldPath.of('endpoints');

/** Unchanged endpoints that are already stored stay valid. */
export function validateEndpointSlice(slice: JsonObject, old?: JsonObject): FieldError[] {
  const type = textIn(slice['addressType']);
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(typePath, ''));
  else if (!addressTypes.includes(type)) errors.push(notSupported(typePath, type, addressTypes));
  errors.push(...portsErrors(slicePortsOf(slice)));
  const endpointErrors = endpointsErrors(sliceEndpointsOf(slice), type);
  if (endpointErrors.length === 0) return errors;
  const isOld = old !== undefined && jsonEqual(slice['endpoints'] ?? [], old['endpoints'] ?? []);
  return isOld ? errors : [...errors, ...endpointErrors];
}

export function validateEndpointSliceUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [textIn(object['addressType']), textIn(old['addressType'])];
  return [...validateEndpointSlice(object, old), ...validateImmutableField(after, before, typePath)];
}

function portsErrors(ports: readonly SlicePort[]): FieldError[] {
  if (ports.length > maxPorts) return [tooMany(portsPath, ports.length, maxPorts)];
  const names = new Set<string>();
  return ports.flatMap((port, index) => portErrors(port, portsPath.index(index), names));
}

function portErrors(
  { name = '', protocol, appProtocol }: SlicePort,
  path: FieldPath,
  names: Set<string>,
): FieldError[] {
  const problems = name === '' ? [] : checkDns1123Label(name);
  const errors = problems.map((problem) => invalidValue(path.child('name'), name, problem));
  if (names.has(name)) errors.push(duplicate(path.child('name'), name));
  names.add(name);
  if (protocol === undefined) errors.push(required(path.child('protocol'), ''));
  else if (!protocols.includes(protocol)) errors.push(notSupported(path.child('protocol'), protocol, protocols));
  if (appProtocol !== undefined) {
    const protocolProblems = checkQualifiedName(appProtocol);
    errors.push(...protocolProblems.map((problem) => invalidValue(path.child('appProtocol'), appProtocol, problem)));
  }
  return errors;
}

function endpointsErrors(endpoints: readonly SliceEndpoint[], type: string): FieldError[] {
  if (endpoints.length > maxEndpoints) return [tooMany(endpointsPath, endpoints.length, maxEndpoints)];
  return endpoints.flatMap((endpoint, index) => endpointErrors(endpoint, endpointsPath.index(index), type));
}

function endpointErrors(
  { addresses, nodeName, deprecatedTopology = {}, hostname, hints }: SliceEndpoint,
  path: FieldPath,
  type: string,
): FieldError[] {
  const list = addresses ?? [];
  const addressesPath = path.child('addresses');
  const errors: FieldError[] = [];
  if (list.length === 0) errors.push(required(addressesPath, 'must contain at least 1 address'));
  else if (list.length > maxAddresses) errors.push(tooMany(addressesPath, list.length, maxAddresses));
  errors.push(...list.flatMap((address, index) => addressErrors(address, { addressesPath, index, type })));
  if (nodeName !== undefined) {
    const problems = checkDns1123Subdomain(nodeName);
    errors.push(...problems.map((problem) => invalidValue(path.child('nodeName'), nodeName, problem)));
  }
  const topologyPath = path.child('deprecatedTopology');
  const labelCount = Object.keys(deprecatedTopology).length;
  if (labelCount > maxTopologyLabels) errors.push(tooMany(topologyPath, labelCount, maxTopologyLabels));
  errors.push(...validateLabels(deprecatedTopology, topologyPath));
  if (hostname !== undefined) {
    const problems = checkDns1123Label(hostname);
    errors.push(...problems.map((problem) => invalidValue(path.child('hostname'), hostname, problem)));
  }
  return hints === undefined ? errors : [...errors, ...hintsErrors(hints, path.child('hints'))];
}

/** Addresses of unknown types are not validated. */
function addressErrors(
  address: string,
  { addressesPath, index, type }: { addressesPath: FieldPath; index: number; type: string },
): FieldError[] {
  const path = addressesPath.index(index);
  if (type === 'FQDN') return validateFullyQualifiedDomainName(address, path);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const malformed =
    type === 'IPv4' ? validateIpForLegacyField(address, path, { strict: true }) : validateIp(address, path);
  if (malformed.length > 0) return malformed;
  const parsed = parseIpSloppy(address);
  const isOther = parsed !== undefined && isIpv4(parsed) !== (type === 'IPv4');
  const wrongFamily = isOther ? [invalidValue(addressesPath, address, `must be an ${type} address`)] : [];
  return [...wrongFamily, ...validateEndpointAddress(address, path)];
}

function hintsErrors(
  { forZones = [], forNodes = [] }: NonNullable<SliceEndpoint['hints']>,
  path: FieldPath,
): FieldError[] {
  const zonesPath = path.child('forZones');
  if (forZones.length > maxHints) return [tooMany(zonesPath, forZones.length, maxHints)];
  const errors = hintErrors(forZones, zonesPath, checkLabelValue);
  const nodesPath = path.child('forNodes');
  if (forNodes.length > maxHints) return [...errors, tooMany(nodesPath, forNodes.length, maxHints)];
  return [...errors, ...hintErrors(forNodes, nodesPath, checkDns1123Subdomain)];
}

function hintErrors(
  hints: readonly { name: string }[],
  path: FieldPath,
  check: (name: string) => readonly string[],
): FieldError[] {
  const seen = new Set<string>();
  return hints.flatMap(({ name }, index) => {
    const place = path.index(index).child('name');
    const repeated = seen.has(name) ? [duplicate(place, name)] : [];
    seen.add(name);
    return [...repeated, ...check(name).map((problem) => invalidValue(place, name, problem))];
  });
}

const managedBy = 'endpointslice.kubernetes.io/managed-by';
const controllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** Skips slices of the controllers, whose addresses are in canonical form. */
export function endpointSliceWarnings(slice: JsonObject, { isNew }: { isNew: boolean }): string[] {
  const isNamed = isNew && slice['addressType'] === 'FQDN';
  const warnings = isNamed ? ['spec.addressType: FQDN endpoints are deprecated'] : [];
  if (controllers.includes(labelsOf(slice)[managedBy] ?? '')) return warnings;
  const addressWarnings = sliceEndpointsOf(slice).flatMap(({ addresses }, index) =>
    (addresses ?? []).flatMap((address, place) =>
      ipWarnings(address, endpointsPath.index(index).child('addresses').index(place)),
    ),
  );
  return [...warnings, ...addressWarnings];
}
