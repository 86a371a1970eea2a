// Follows pkg/apis/core/validation/validation.go (v1.36)

import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  FileKeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
  SecretKeySelector,
} from '../../api/core/v1.js';
import {
  checkConfigMapKey,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkQualifiedName,
  checkRelaxedEnvVarName,
  type FieldError,
  type FieldPath,
} from '../../apimachinery/validation/index.js';
import { checkedRequired, eachItem } from '../field-checks.js';
import { validateNoBacksteps } from './path-validation.js';

/** `mayUseFiles`: whether variables may be read from files in volumes. */
export function validateEnv(
  env: readonly EnvVar[] | undefined,
  path: FieldPath,
  { mayUseFiles }: { mayUseFiles: boolean },
): FieldError[] {
  return eachItem(env, path, (variable, place) => {
    return [
      ...checkedRequired(variable.name, checkRelaxedEnvVarName, place.child('name')),
      ...(variable.valueFrom ? sourceErrors(variable, place.child('valueFrom'), mayUseFiles) : []),
    ];
  });
}

function sourceErrors({ value, valueFrom }: EnvVar, path: FieldPath, mayUseFiles: boolean): FieldError[] {
  if (!valueFrom) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  const errors: FieldError[] = [];
  if (fieldRef) errors.push(...validateFieldReference(fieldRef, path.child('fieldRef'), envFields));
  if (resourceFieldRef) errors.push(...validateResourceReference(resourceFieldRef, path.child('resourceFieldRef')));
  if (configMapKeyRef) errors.push(...keyErrors(configMapKeyRef, path.child('configMapKeyRef')));
  if (secretKeyRef) errors.push(...keyErrors(secretKeyRef, path.child('secretKeyRef')));
  if (fileKeyRef) errors.push(...fileKeyErrors(fileKeyRef, path.child('fileKeyRef')));
  const problem = sourceCountProblem(Object.keys(valueFrom).length, value ?? '', mayUseFiles);
  return problem === undefined ? errors : [...errors, path.invalid('', problem)];
}

function sourceCountProblem(count: number, value: string, mayUseFiles: boolean): string | undefined {
  if (count === 0) {
    const sources = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`';
    return mayUseFiles ? `${sources}, \`secretKeyRef\` or \`fileKeyRef\`` : `${sources} or \`secretKeyRef\``;
  }
  if (value !== '') return 'may not be specified when `value` is not empty';
  return count > 1 ? 'may not have more than one field specified at a time' : undefined;
}

function keyErrors({ name = '', key }: ConfigMapKeySelector | SecretKeySelector, path: FieldPath): FieldError[] {
  return [
    ...path.child('name').check(name, checkDns1123Subdomain),
    ...checkedRequired(key, checkConfigMapKey, path.child('key')),
  ];
}

function fileKeyErrors({ key, volumeName, path: file }: FileKeySelector, path: FieldPath): FieldError[] {
  return [
    ...checkedRequired(key, checkRelaxedEnvVarName, path.child('key')),
    ...checkedRequired(volumeName, checkDns1123Label, path.child('volumeName')),
    ...(file ? validateNoBacksteps(file, path.child('path')) : [path.child('path').required()]),
  ];
}

export function validateEnvFrom(sources: readonly EnvFromSource[] | undefined, path: FieldPath): FieldError[] {
  return eachItem(sources, path, ({ prefix, configMapRef, secretRef }, place) => {
    const errors = prefix ? place.child('prefix').check(prefix, checkRelaxedEnvVarName) : [];
    if (configMapRef) errors.push(...nameErrors(configMapRef, place.child('configMapRef', 'name')));
    if (secretRef) errors.push(...nameErrors(secretRef, place.child('secretRef', 'name')));
    if (!configMapRef && !secretRef) {
      errors.push(path.invalid('', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef && secretRef) {
      errors.push(path.invalid('', 'may not have more than one field specified at a time'));
    }
    return errors;
  });
}

/** The name may be a prefix: a trailing dash is allowed. */
function nameErrors({ name = '' }: { name?: string }, path: FieldPath): FieldError[] {
  if (name === '') return [path.required()];
  return path.check(name, (text) => checkDns1123Subdomain(text.endsWith('-') ? `${text.slice(0, -1)}a` : text));
}

/** Pod fields that the downward API supports in environment variables. */
const envFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** All pod fields that the downward API supports. */
const knownFields = [...envFields, 'metadata.annotations', 'metadata.labels'];
const subscripted = /^(.+)\['([^']*)'\]$/;

export function validateFieldReference(
  { apiVersion, fieldPath }: ObjectFieldSelector,
  path: FieldPath,
  supported: readonly string[],
): FieldError[] {
  if (!apiVersion) return [path.child('apiVersion').required()];
  if (!fieldPath) return [path.child('fieldPath').required()];
  const [, base, subscript] = subscripted.exec(fieldPath) ?? [];
  const problem = fieldProblem(apiVersion, base ?? fieldPath, base !== undefined);
  if (problem !== undefined) {
    return [path.child('fieldPath').invalid(fieldPath, `error converting fieldPath: ${problem}`)];
  }
  if (base === undefined || subscript === undefined) {
    return supported.includes(fieldPath) ? [] : [path.child('fieldPath').notSupported(fieldPath, supported)];
  }
  const key = base === 'metadata.annotations' ? subscript.toLowerCase() : subscript;
  return path.check(key, checkQualifiedName);
}

function fieldProblem(apiVersion: string, field: string, hasSubscript: boolean): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  const takesSubscript = field === 'metadata.annotations' || field === 'metadata.labels';
  if (hasSubscript && !takesSubscript) return `field label does not support subscript: ${field}`;
  return knownFields.includes(field) ? undefined : `field label not supported: ${field}`;
}

const resourceFields = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const byteDivisors = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** In volumes, the reference must name the container. */
export function validateResourceReference(
  { containerName, resource, divisor }: ResourceFieldSelector,
  path: FieldPath,
  { needsContainer = false }: { needsContainer?: boolean } = {},
): FieldError[] {
  const errors: FieldError[] = [];
  const isHugePages = /^(requests|limits)\.hugepages-/.test(resource);
  if (needsContainer && !containerName) errors.push(path.child('containerName').required());
  else if (!resource) errors.push(path.child('resource').required());
  else if (!resourceFields.includes(resource) && !isHugePages) {
    errors.push(path.child('resource').notSupported(resource, resourceFields));
  }
  return [...errors, ...divisorErrors(resource, divisor ?? '0', path.child('divisor'))];
}

function divisorErrors(resource: string, divisor: string, path: FieldPath): FieldError[] {
  const unit = unitOf(resource);
  if (divisor === '0' || unit === undefined) return [];
  if (unit === 'cpu') {
    if (['1', '1m'].includes(divisor)) return [];
    return [path.invalid(resource, "only divisor's values 1m and 1 are supported with the cpu resource")];
  }
  if (byteDivisors.includes(divisor)) return [];
  const detail = `only divisor's values ${byteDivisors.join(', ')} are supported with the ${unit} resource`;
  return [path.invalid(resource, detail)];
}

function unitOf(resource: string): string | undefined {
  const name = resource.slice(resource.indexOf('.') + 1);
  if (name.startsWith('hugepages-')) return 'hugepages';
  const units: Record<string, string> = {
    cpu: 'cpu',
    memory: 'memory',
    'ephemeral-storage': 'local ephemeral storage',
  };
  return Object.hasOwn(units, name) ? units[name] : undefined;
}
