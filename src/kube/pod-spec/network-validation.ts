// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodSpec } from '../../api/core/v1.js';
import {
  checkDns1123Subdomain,
  checkDns1123SubdomainWithUnderscore,
  type FieldError,
  type FieldPath,
  type LegacyOptions,
  validateIpForLegacyField,
} from '../../apimachinery/validation/index.js';
import { eachItem } from '../field-checks.js';

const [maxNameservers, maxSearches, maxSearchCharacters] = [3, 32, 2048];

export function validateDnsConfig(
  { dnsConfig, dnsPolicy }: PodSpec,
  path: FieldPath,
  rules: LegacyOptions,
): FieldError[] {
  const { nameservers = [], searches = [], options } = dnsConfig ?? {};
  if (dnsPolicy === 'None') {
    if (!dnsConfig) return [path.required('must provide `dnsConfig` when `dnsPolicy` is None')];
    if (nameservers.length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [path.child('nameservers').required(detail)];
    }
  }
  const serversPath = path.child('nameservers');
  const errors: FieldError[] = [];
  if (nameservers.length > maxNameservers) {
    errors.push(serversPath.invalid(nameservers, `must not have more than ${maxNameservers} nameservers`));
  }
  errors.push(
    ...eachItem(nameservers, serversPath, (server, place) => validateIpForLegacyField(server, place, rules)),
    ...searchErrors(searches, path.child('searches')),
  );
  const check = ({ name }: { name?: string }, place: FieldPath) => (name ? [] : [place.required('must not be empty')]);
  return [...errors, ...eachItem(options, path.child('options'), check)];
}

function searchErrors(searches: string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (searches.length > maxSearches) {
    errors.push(path.invalid(searches, `must not have more than ${maxSearches} search paths`));
  }
  if (searches.join(' ').length > maxSearchCharacters) {
    const detail = `must not have more than ${maxSearchCharacters} characters (including spaces) in the search list`;
    errors.push(path.invalid(searches, detail));
  }
  const check = (search: string, place: FieldPath): FieldError[] => {
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    return search === '.' ? [] : place.check(name, checkDns1123SubdomainWithUnderscore);
  };
  return [...errors, ...eachItem(searches, path, check)];
}

export function validateHostAliases({ hostAliases }: PodSpec, path: FieldPath, rules: LegacyOptions): FieldError[] {
  return eachItem(hostAliases, path, ({ ip, hostnames }, place) => [
    ...validateIpForLegacyField(ip ?? '', place.child('ip'), rules),
    ...eachItem(hostnames, place.child('hostnames'), subdomainErrors),
  ]);
}

export function subdomainErrors(name: string, path: FieldPath): FieldError[] {
  return path.check(name, checkDns1123Subdomain);
}

const maxHostname = 64;

export function validateHostname(spec: PodSpec, path: FieldPath): FieldError[] {
  const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
  if (name === undefined) return [];
  const errors: FieldError[] = [];
  if (setHostnameAsFQDN) errors.push(path.forbidden('may not be specified when setHostnameAsFQDN is true'));
  if (hostNetwork) errors.push(path.forbidden('may not be specified when hostNetwork is true'));
  if (name.length > maxHostname) errors.push(path.tooLong(maxHostname));
  return [...errors, ...subdomainErrors(name, path)];
}

/** With host networking, host ports must match container ports. */
export function validateHostPorts(
  { hostNetwork, containers }: PodSpec,
  path: FieldPath,
  { isPod }: { isPod: boolean },
): FieldError[] {
  if (!hostNetwork) return [];
  return eachItem(containers, path.child('containers'), ({ ports }, place) =>
    eachItem(ports, place.child('ports'), ({ hostPort = 0, containerPort }, at) => {
      if (hostPort === containerPort || (hostPort === 0 && !isPod)) return [];
      const detail = 'must match `containerPort` when `hostNetwork` is true';
      return [at.child('hostPort').invalid(hostPort, detail)];
    }),
  );
}
