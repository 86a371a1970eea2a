// Follows pkg/auth/authorizer/abac/abac.go (v1.36)

import { readFile } from 'node:fs/promises';
import { decodeJson } from '../../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import { messageOf } from '../../../apimachinery/status/index.js';
import { authenticatedGroup } from '../../authentication/index.js';

/** An ABAC policy. `*` matches everything, an empty field nothing. */
export interface AttributePolicy {
  readonly user: string;
  readonly group: string;
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  readonly nonResourcePath: string;
}

/** Reads a policy file, one JSON object per line. Blank lines and lines that begin with `#` are skipped. */
export async function readPolicies(file: string): Promise<AttributePolicy[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (/^\s*(?:#|$)/.test(line)) return [];
    try {
      return [policyOf(decodeJson(Buffer.from(line)))];
    } catch (error) {
      const problem = messageOf(error);
      throw new Error(`error reading policy file ${file}, line ${index + 1}: ${line}: ${problem}`, { cause: error });
    }
  });
}

function policyOf(value: JsonValue): AttributePolicy {
  if (!isJsonObject(value)) throw new Error('it is not an object');
  const { apiVersion, kind, spec } = value;
  const isVersioned = apiVersion === 'abac.authorization.kubernetes.io/v1beta1' && kind === 'Policy';
  return isVersioned ? versioned(fieldsOf(isJsonObject(spec) ? spec : {})) : unversioned(fieldsOf(value));
}

/** `*` as user or group stands for all authenticated users. */
function versioned(policy: AttributePolicy): AttributePolicy {
  return policy.user === '*' || policy.group === '*' ? { ...policy, user: '', group: authenticatedGroup } : policy;
}

/** In the unversioned format, an absent field matches everything. */
function unversioned(policy: AttributePolicy): AttributePolicy {
  const { user, group, namespace, resource } = policy;
  const isForAll = (user === '' && group === '') || user === '*' || group === '*';
  return {
    ...policy,
    ...(isForAll && { user: '', group: authenticatedGroup }),
    namespace: namespace || '*',
    resource: resource || '*',
    apiGroup: '*',
    nonResourcePath: namespace === '' && resource === '' ? '*' : '',
  };
}

function fieldsOf(object: JsonObject): AttributePolicy {
  const text = (name: string): string => {
    const value = object[name] ?? '';
    if (typeof value !== 'string') throw new Error(`${name} is not a string`);
    return value;
  };
  const readonly = object['readonly'] ?? false;
  if (typeof readonly !== 'boolean') throw new Error('readonly is not a boolean');
  return {
    user: text('user'),
    group: text('group'),
    readonly,
    apiGroup: text('apiGroup'),
    resource: text('resource'),
    namespace: text('namespace'),
    nonResourcePath: text('nonResourcePath'),
  };
}
