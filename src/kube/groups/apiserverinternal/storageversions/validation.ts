// Follows pkg/apis/apiserverinternal/validation/validation.go (v1.36)

import type {
  ServerStorageVersion,
  StorageVersion,
  StorageVersionCondition,
  StorageVersionStatus,
} from '../../../../api/apiserverinternal/v1alpha1.js';
import {
  checkDns1035Label,
  checkDns1123Subdomain,
  checkQualifiedName,
  type FieldError,
  FieldPath,
} from '../../../../apimachinery/validation/index.js';
import { type Check, duplicates, eachItem, validateRequired } from '../../../field-checks.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { validation } from '../../../validation.js';

const path = FieldPath.of('status');

/** A name of the form `<group>.<resource>`. */
export function checkStorageVersionName(name: string): readonly string[] {
  const end = name.lastIndexOf('.');
  if (end < 0) return ['name must be in the form of <group>.<resource>'];
  return [
    ...checkDns1123Subdomain(name.slice(0, end)).map((problem) => `the group segment ${problem}`),
    ...checkDns1035Label(name.slice(end + 1)).map((problem) => `the resource segment ${problem}`),
  ];
}

export const validateStorageVersion = validation<StorageVersion>((version) => validateStatus(version.status));

export function validateStatus(status: StorageVersionStatus): FieldError[] {
  const { storageVersions = [], conditions = [] } = status;
  const place = path.child('storageVersions');
  const duplicated = duplicates();
  return [
    ...eachItem(storageVersions, place, (server, at) => [
      ...duplicated(server.apiServerID ?? '', at.child('apiServerID')),
      ...serverErrors(server, at),
    ]),
    ...commonErrors(status),
    ...conditionErrors(conditions),
  ];
}

function serverErrors(server: ServerStorageVersion, place: FieldPath): FieldError[] {
  const { apiServerID = '', encodingVersion = '', decodableVersions = [], servedVersions = [] } = server;
  const decodable = place.child('decodableVersions');
  const isDecodable = (version: string): boolean => decodableVersions.includes(version);
  const errors = [
    ...place.child('apiServerID').check(apiServerID, checkDns1123Subdomain),
    ...versionErrors(encodingVersion, place.child('encodingVersion')),
    ...eachItem(decodableVersions, decodable, versionErrors),
  ];
  if (!isDecodable(encodingVersion)) {
    const detail = `decodableVersions must include encodingVersion ${encodingVersion}`;
    errors.push(
      decodable.invalid(
        server.decodableVersions || wasGivenEmpty(server, 'decodableVersions') ? [...decodableVersions] : null,
        detail,
      ),
    );
  }
  const known = `[${decodableVersions.join(' ')}]`;
  const served = eachItem(servedVersions, place.child('servedVersions'), (version, at) => {
    const detail = `individual served version : ${version} must be included in decodableVersions : ${known}`;
    return [...versionErrors(version, at), ...(isDecodable(version) ? [] : [at.invalid(version, detail)])];
  });
  return [...errors, ...served];
}

function versionErrors(version: string, place: FieldPath): FieldError[] {
  const problems = checkApiVersion(version);
  return problems.length === 0 ? [] : [place.invalid(version, problems.join(','))];
}

const labelForm =
  "a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic " +
  "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')";

/** `version` or `group/version`. */
function checkApiVersion(text: string): string[] {
  const parts = text.split('/');
  if (parts.length > 2) {
    return [
      `an apiVersion is ${labelForm} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`,
    ];
  }
  const version = parts.at(-1) ?? '';
  const problems = (part: string, check: Check): readonly string[] =>
    part === '' ? ['must be non-empty'] : check(part);
  return [
    ...(parts.length === 2 ? problems(parts[0]!, checkDns1123Subdomain).map((text) => `group part: ${text}`) : []),
    ...problems(version, checkDns1035Label).map((text) => `version part: ${text}`),
  ];
}

/** Must be set if and only if all servers agree. */
function commonErrors({ storageVersions = [], commonEncodingVersion: said }: StorageVersionStatus): FieldError[] {
  const place = path.child('commonEncodingVersion');
  const encodings = new Set(storageVersions.map(({ encodingVersion = '' }) => encodingVersion));
  const [common] = encodings.size === 1 ? encodings : [];
  if (common === said) return [];
  if (common === undefined) {
    const detail =
      'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the ' +
      'supported versions yet';
    return [place.invalid(said ?? null, detail)];
  }
  const detail = said === undefined ? 'the common encoding version is' : 'the actual common encoding version is';
  return [place.invalid(said ?? null, `${detail} ${common}`)];
}

/** Upstream uses the path of the status as the list. */
function conditionErrors(conditions: readonly StorageVersionCondition[]): FieldError[] {
  const seen = new Map<string, number>();
  return eachItem(conditions, path, ({ type, status, reason, message }, place, index) => {
    const before = seen.get(type);
    seen.set(type, index);
    const detail = `the type of the condition is not unique, it also appears in conditions[${before}]`;
    return [
      ...(before === undefined ? [] : [place.child('type').invalid(type, detail)]),
      ...place.child('type').check(type, checkQualifiedName),
      ...place.child('status').check(status, checkQualifiedName),
      ...validateRequired(reason, place.child('reason')),
      ...validateRequired(message, place.child('message')),
    ];
  });
}
