import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  type Cidr,
  checkPortName,
  checkPortNumber,
  type FieldError,
  type FieldPath,
  forbidden,
  formatIp,
  invalidValue,
  networkAddress,
  notSupported,
  parseCidrSloppy,
  required,
  validateCidrForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import { checked, eachItem } from '../../../field-checks.js';
import {
  blocksOf,
  type IpBlock,
  type PolicyPeer,
  type PolicyPort,
  rulesOf,
  specOf,
  specPath,
} from './network-policy.js';

const protocols = ['TCP', 'UDP', 'SCTP'];
const policyTypes = ['Ingress', 'Egress'];

/** Networks that are already stored stay valid. */
export function validateNetworkPolicy(object: JsonObject, old?: JsonObject): FieldError[] {
  const spec = specOf(object);
  const known = old ? blocksOf(old).flatMap(({ block }) => [block.cidr, ...(block.except ?? [])]) : [];
  return [
    ...validateLabelSelector(spec.podSelector ?? {}, specPath.child('podSelector')),
    ...rulesOf(object).flatMap(({ rule: { ports, from, to }, place }) => [
      ...eachItem(ports, place.child('ports'), validatePort),
      ...eachItem(from, place.child('from'), (peer, path) => validatePeer(peer, path, known)),
      ...eachItem(to, place.child('to'), (peer, path) => validatePeer(peer, path, known)),
    ]),
    ...validateTypes(spec.policyTypes ?? []),
  ];
}

function validateTypes(types: readonly string[]): FieldError[] {
  const path = specPath.child('policyTypes');
  if (types.length > policyTypes.length) {
    return [invalidValue(path, [...types], 'may not specify more than two policyTypes')];
  }
  return eachItem(types, path, (type, place) =>
    policyTypes.includes(type) ? [] : [notSupported(place, type, policyTypes)],
  );
}

function validatePort({ protocol, port, endPort }: PolicyPort, path: FieldPath): FieldError[] {
  const isKnown = protocol === undefined || protocols.includes(protocol);
  const errors = isKnown ? [] : [notSupported(path.child('protocol'), protocol, protocols)];
  const end = path.child('endPort');
  if (typeof port === 'number') return [...errors, ...numberErrors(port, endPort, path)];
  if (endPort !== undefined) {
    const why = port === undefined ? 'not specified' : 'non-numeric';
    errors.push(invalidValue(end, endPort, `may not be specified when \`port\` is ${why}`));
  }
  return port === undefined ? errors : [...errors, ...checked(port, checkPortName, path.child('port'))];
}

function numberErrors(port: number, endPort: number | undefined, path: FieldPath): FieldError[] {
  const errors = checkPortNumber(port).map((problem) => invalidValue(path.child('port'), port, problem));
  if (endPort === undefined) return errors;
  const end = path.child('endPort');
  if (endPort < port) errors.push(invalidValue(end, port, 'must be greater than or equal to `port`'));
  return [...errors, ...checkPortNumber(endPort).map((problem) => invalidValue(end, endPort, problem))];
}

function validatePeer(peer: PolicyPeer, path: FieldPath, known: readonly string[]): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const selectors = Object.entries({ podSelector, namespaceSelector });
  const errors = selectors.flatMap(([field, selector]) =>
    selector ? validateLabelSelector(selector, path.child(field)) : [],
  );
  if (ipBlock) errors.push(...validateBlock(ipBlock, path.child('ipBlock'), known));
  const hasSelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (!hasSelector && ipBlock === undefined) return [...errors, required(path, 'must specify a peer')];
  if (hasSelector && ipBlock) return [...errors, forbidden(path, 'may not specify both ipBlock and another peer')];
  return errors;
}

function validateBlock({ cidr, except }: IpBlock, path: FieldPath, validOldValues: readonly string[]): FieldError[] {
  if (cidr === '') return [required(path.child('cidr'), '')];
  const options = { strict: true, validOldValues };
  const errors = validateCidrForLegacyField(cidr, path.child('cidr'), options);
  const network = parseCidrSloppy(cidr);
  if (network === undefined) return errors;
  const inner = eachItem(except, path.child('except'), (text, place) => {
    const wrong = validateCidrForLegacyField(text, place, options);
    const part = parseCidrSloppy(text);
    const isPart = part === undefined || isStrictPart(part, network);
    return isPart ? wrong : [...wrong, invalidValue(place, text, 'must be a strict subset of `cidr`')];
  });
  return [...errors, ...inner];
}

function isStrictPart(part: Cidr, network: Cidr): boolean {
  if (part.address.isIpv4Text !== network.address.isIpv4Text || part.prefixLength <= network.prefixLength) return false;
  const above = networkAddress({ ...part, prefixLength: network.prefixLength });
  return formatIp(above) === formatIp(networkAddress(network));
}
