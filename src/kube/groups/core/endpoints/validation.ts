import { type JsonObject, jsonEqual, labelsOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPortNumber,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  invalidValue,
  ipWarnings,
  notSupported,
  required,
  validateIpForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { validateEndpointAddress } from './endpoint-address.js';
import { type Subset, type SubsetAddress, type SubsetPort, subsetsOf } from './subsets.js';

const path = FieldPath.of('subsets');
const protocols = ['SCTP', 'TCP', 'UDP'];

/** Unchanged values that are already stored stay valid. */
export function validateEndpoints(endpoints: JsonObject, old?: JsonObject): FieldError[] {
  const errors = subsetsOf(endpoints).flatMap((subset, index) => subsetErrors(subset, path.index(index)));
  if (errors.length === 0 || old === undefined) return errors;
  return jsonEqual(endpoints['subsets'] ?? [], old['subsets'] ?? []) ? [] : errors;
}

export function validateEndpointsUpdate({ object, old }: Replacement): FieldError[] {
  return validateEndpoints(object, old);
}

function subsetErrors({ addresses = [], notReadyAddresses = [], ports = [] }: Subset, subset: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    errors.push(required(subset, 'must specify `addresses` or `notReadyAddresses`'));
  }
  for (const [field, list] of Object.entries({ addresses, notReadyAddresses })) {
    errors.push(...list.flatMap((address, index) => addressErrors(address, subset.child(field).index(index))));
  }
  const needsName = ports.length > 1;
  errors.push(...ports.flatMap((port, index) => portErrors(port, subset.child('ports').index(index), { needsName })));
  return errors;
}

function addressErrors({ ip, hostname, nodeName }: SubsetAddress, address: FieldPath): FieldError[] {
  const errors = validateIpForLegacyField(ip, address.child('ip'), { strict: true });
  if (hostname) {
    const problems = checkDns1123Label(hostname);
    errors.push(...problems.map((problem) => invalidValue(address.child('hostname'), hostname, problem)));
  }
  if (nodeName !== undefined) {
    const problems = checkDns1123Subdomain(nodeName);
    errors.push(...problems.map((problem) => invalidValue(address.child('nodeName'), nodeName, problem)));
  }
  return [...errors, ...validateEndpointAddress(ip, address.child('ip'))];
}

function portErrors(
  { name = '', port, protocol, appProtocol }: SubsetPort,
  place: FieldPath,
  { needsName }: { needsName: boolean },
): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '' && needsName) errors.push(required(place.child('name'), ''));
  const nameProblems = name === '' ? [] : checkDns1123Label(name);
  errors.push(...nameProblems.map((problem) => invalidValue(place.child('name'), name, problem)));
  errors.push(...checkPortNumber(port).map((problem) => invalidValue(place.child('port'), port, problem)));
  if (!protocol) errors.push(required(place.child('protocol'), ''));
  else if (!protocols.includes(protocol)) errors.push(notSupported(place.child('protocol'), protocol, protocols));
  if (appProtocol !== undefined) {
    const problems = checkQualifiedName(appProtocol);
    errors.push(...problems.map((problem) => invalidValue(place.child('appProtocol'), appProtocol, problem)));
  }
  return errors;
}

const managedBy = 'endpoints.kubernetes.io/managed-by';

/** Skips objects of the controller, whose addresses are in canonical form. */
export function endpointsWarnings(endpoints: JsonObject): string[] {
  if (labelsOf(endpoints)[managedBy] === 'endpoint-controller') return [];
  return subsetsOf(endpoints).flatMap(({ addresses = [], notReadyAddresses = [] }, index) =>
    Object.entries({ addresses, notReadyAddresses }).flatMap(([field, list]) =>
      list.flatMap(({ ip }, place) => ipWarnings(ip, path.index(index).child(field).index(place).child('ip'))),
    ),
  );
}
