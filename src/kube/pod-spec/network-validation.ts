import {
  checkDns1123Subdomain,
  checkDns1123SubdomainWithUnderscore,
  type FieldError,
  type FieldPath,
  forbidden,
  invalidValue,
  required,
  tooLong,
  validateIpForLegacyField,
} from '../../apimachinery/validation/index.js';
import type { PodSpec } from './pod.js';
import { eachOf, invalidFor } from './problems.js';

const [maxNameservers, maxSearches, maxSearchCharacters] = [3, 32, 2048];

export function validateDnsConfig({ dnsConfig, dnsPolicy }: PodSpec, path: FieldPath): FieldError[] {
  const { nameservers = [], searches = [], options } = dnsConfig ?? {};
  if (dnsPolicy === 'None') {
    if (!dnsConfig) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (nameservers.length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [required(path.child('nameservers'), detail)];
    }
  }
  const serversPath = path.child('nameservers');
  const errors: FieldError[] = [];
  if (nameservers.length > maxNameservers) {
    errors.push(invalidValue(serversPath, nameservers, `must not have more than ${maxNameservers} nameservers`));
  }
  errors.push(...eachOf(nameservers, serversPath, addressErrors), ...searchErrors(searches, path.child('searches')));
  const check = ({ name }: { name?: string }, place: FieldPath) => (name ? [] : [required(place, 'must not be empty')]);
  return [...errors, ...eachOf(options, path.child('options'), check)];
}

function searchErrors(searches: string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (searches.length > maxSearches) {
    errors.push(invalidValue(path, searches, `must not have more than ${maxSearches} search paths`));
  }
  if (searches.join(' ').length > maxSearchCharacters) {
    const detail = `must not have more than ${maxSearchCharacters} characters (including spaces) in the search list`;
    errors.push(invalidValue(path, searches, detail));
  }
  const check = (search: string, place: FieldPath): FieldError[] => {
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    return search === '.' ? [] : invalidFor(place, name, checkDns1123SubdomainWithUnderscore(name));
  };
  return [...errors, ...eachOf(searches, path, check)];
}

export function validateHostAliases({ hostAliases }: PodSpec, path: FieldPath): FieldError[] {
  return eachOf(hostAliases, path, ({ ip, hostnames }, place) => [
    ...addressErrors(ip ?? '', place.child('ip')),
    ...eachOf(hostnames, place.child('hostnames'), subdomainErrors),
  ]);
}

function addressErrors(address: string, path: FieldPath): FieldError[] {
  return validateIpForLegacyField(address, path, { strict: true });
}

export function subdomainErrors(name: string, path: FieldPath): FieldError[] {
  return invalidFor(path, name, checkDns1123Subdomain(name));
}

const maxHostname = 64;

export function validateHostname(spec: PodSpec, path: FieldPath): FieldError[] {
  const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
  if (name === undefined) return [];
  const errors: FieldError[] = [];
  if (setHostnameAsFQDN) errors.push(forbidden(path, 'may not be specified when setHostnameAsFQDN is true'));
  if (hostNetwork) errors.push(forbidden(path, 'may not be specified when hostNetwork is true'));
  if (name.length > maxHostname) errors.push(tooLong(path, name, maxHostname));
  return [...errors, ...subdomainErrors(name, path)];
}

/** With host networking, host ports must match container ports. */
export function validateHostPorts(
  { hostNetwork, containers }: PodSpec,
  path: FieldPath,
  { isPod }: { isPod: boolean },
): FieldError[] {
  if (!hostNetwork) return [];
  return eachOf(containers, path.child('containers'), ({ ports }, place) =>
    eachOf(ports, place.child('ports'), ({ hostPort = 0, containerPort }, at) => {
      if (hostPort === containerPort || (hostPort === 0 && !isPod)) return [];
      const detail = 'must match `containerPort` when `hostNetwork` is true';
      return [invalidValue(at.child('hostPort'), hostPort, detail)];
    }),
  );
}
