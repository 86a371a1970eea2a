// Follows pkg/apis/networking/validation/validation.go (v1.36)

import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '../../../../api/networking/v1.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  type Cidr,
  checkPortName,
  checkPortNumber,
  type FieldError,
  type FieldPath,
  formatIp,
  type LegacyOptions,
  networkAddress,
  parseCidrSloppy,
  validateCidrForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import { eachItem, oneOf } from '../../../field-checks.js';
import { updateValidation, validation } from '../../../validation.js';
import { blocksOf, rulesOf, specPath } from './network-policy.js';

const protocols = ['TCP', 'UDP', 'SCTP'];
const policyTypes = ['Ingress', 'Egress'];

export const validateNetworkPolicy = validation<NetworkPolicy>((policy, context) =>
  validateSpec(policy, { strict: context.features.isEnabled('StrictIPCIDRValidation') }),
);

/** Networks that are already stored stay valid. */
export const validateNetworkPolicyUpdate = updateValidation<NetworkPolicy>(({ object, old }, context) => {
  const known = blocksOf(old).flatMap(({ block }) => [block.cidr, ...(block.except ?? [])]);
  return validateSpec(object, { strict: context.features.isEnabled('StrictIPCIDRValidation'), validOldValues: known });
});

function validateSpec(policy: NetworkPolicy, rules: LegacyOptions): FieldError[] {
  const { podSelector = {}, policyTypes: types = [] } = policy.spec;
  return [
    ...validateLabelSelector(podSelector, specPath.child('podSelector')),
    ...rulesOf(policy).flatMap(({ rule: { ports, from, to }, place }) => [
      ...eachItem(ports, place.child('ports'), validatePort),
      ...eachItem(from, place.child('from'), (peer, path) => validatePeer(peer, path, rules)),
      ...eachItem(to, place.child('to'), (peer, path) => validatePeer(peer, path, rules)),
    ]),
    ...validateTypes(types),
  ];
}

function validateTypes(types: readonly string[]): FieldError[] {
  const path = specPath.child('policyTypes');
  if (types.length > policyTypes.length) {
    return [path.invalid([...types], 'may not specify more than two policyTypes')];
  }
  return eachItem(types, path, (type, place) => oneOf(type, policyTypes, place));
}

function validatePort({ protocol, port, endPort }: NetworkPolicyPort, path: FieldPath): FieldError[] {
  const errors = oneOf(protocol, protocols, path.child('protocol'));
  const end = path.child('endPort');
  if (typeof port === 'number') return [...errors, ...numberErrors(port, endPort, path)];
  if (endPort !== undefined) {
    const why = port === undefined ? 'not specified' : 'non-numeric';
    errors.push(end.invalid(endPort, `may not be specified when \`port\` is ${why}`));
  }
  return [...errors, ...path.child('port').check(port, checkPortName)];
}

function numberErrors(port: number, endPort: number | undefined, path: FieldPath): FieldError[] {
  const errors = path.child('port').check(port, checkPortNumber);
  if (endPort === undefined) return errors;
  const end = path.child('endPort');
  if (endPort < port) errors.push(end.invalid(port, 'must be greater than or equal to `port`'));
  return [...errors, ...end.check(endPort, checkPortNumber)];
}

function validatePeer(peer: NetworkPolicyPeer, path: FieldPath, rules: LegacyOptions): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const selectors = Object.entries({ podSelector, namespaceSelector });
  const errors = selectors.flatMap(([field, selector]) =>
    selector ? validateLabelSelector(selector, path.child(field)) : [],
  );
  if (ipBlock) errors.push(...validateBlock(ipBlock, path.child('ipBlock'), rules));
  const hasSelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (!hasSelector && ipBlock === undefined) return [...errors, path.required('must specify a peer')];
  if (hasSelector && ipBlock) return [...errors, path.forbidden('may not specify both ipBlock and another peer')];
  return errors;
}

function validateBlock({ cidr, except }: IPBlock, path: FieldPath, options: LegacyOptions): FieldError[] {
  if (cidr === '') return [path.child('cidr').required()];
  const errors = validateCidrForLegacyField(cidr, path.child('cidr'), options);
  const network = parseCidrSloppy(cidr);
  if (network === undefined) return errors;
  const inner = eachItem(except, path.child('except'), (text, place) => {
    const wrong = validateCidrForLegacyField(text, place, options);
    const part = parseCidrSloppy(text);
    const isPart = part === undefined || isStrictPart(part, network);
    return isPart ? wrong : [...wrong, place.invalid(text, 'must be a strict subset of `cidr`')];
  });
  return [...errors, ...inner];
}

function isStrictPart(part: Cidr, network: Cidr): boolean {
  if (part.address.isIpv4Text !== network.address.isIpv4Text || part.prefixLength <= network.prefixLength) return false;
  const above = networkAddress({ ...part, prefixLength: network.prefixLength });
  return formatIp(above) === formatIp(networkAddress(network));
}
