// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation_encryption.go (v1.36)

import { formatDuration } from '../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { RawConfiguration, RawKey, RawKeys, RawKms, RawProvider } from './decode-configuration.js';
import { validateResources } from './validate-resources.js';

const AES_KEY_LENGTHS = [16, 24, 32];
const SECRETBOX_KEY_LENGTHS = [32];

/** Reports kube-apiserver's errors in its order and wording, but shows no secrets. */
export function validateConfiguration(configuration: RawConfiguration): FieldError[] {
  const root = FieldPath.of('resources');
  const kmsNames = new Set<string>();
  if (configuration.resources.length === 0) return [atLeastOne(root)];
  return configuration.resources.flatMap(({ resources, providers }, index) => {
    const resourcesPath = root.index(index).child('resources');
    const providersPath = root.index(index).child('providers');
    return [
      ...(resources.length === 0 ? [atLeastOne(resourcesPath)] : []),
      ...validateResources(resources, resourcesPath),
      ...(providers.length === 0 ? [atLeastOne(providersPath)] : []),
      ...providers.flatMap((provider, at) => validateProvider(provider, providersPath.index(at), kmsNames)),
    ];
  });
}

function atLeastOne(path: FieldPath): FieldError {
  return path.required(`at least one ${path} is required`);
}

function validateProvider(provider: RawProvider, path: FieldPath, kmsNames: Set<string>): FieldError[] {
  const { kms, aesgcm, aescbc, secretbox } = provider;
  const errors = validateSingle(provider, path);
  if (kms) errors.push(...validateKms(kms, path.child('kms'), kmsNames));
  else if (aesgcm) errors.push(...validateKeys(aesgcm, path.child('aesgcm', 'keys'), AES_KEY_LENGTHS));
  else if (aescbc) errors.push(...validateKeys(aescbc, path.child('aescbc', 'keys'), AES_KEY_LENGTHS));
  else if (secretbox) errors.push(...validateKeys(secretbox, path.child('secretbox', 'keys'), SECRETBOX_KEY_LENGTHS));
  return errors;
}

function validateKms(kms: RawKms, path: FieldPath, names: Set<string>): FieldError[] {
  const { apiVersion, name, cachesize, endpoint, timeoutMilliseconds } = kms;
  const errors: FieldError[] = [];
  const invalid = (field: string, value: string | number, detail: string) =>
    errors.push(path.child(field).invalid(value, detail));
  if (name === '') errors.push(path.child('name').required('name is a mandatory field for a provider'));
  if (name.includes(':')) invalid('name', name, `invalid KMS provider name ${name}, must not contain ':'`);
  if (names.has(name)) invalid('name', name, `duplicate KMS provider name ${name}, names must be unique`);
  names.add(name);
  if (timeoutMilliseconds <= 0) {
    invalid('timeout', formatDuration(timeoutMilliseconds), 'timeout should be a positive value');
  }
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(endpoint) ?? [];
  if (endpoint === '') invalid('endpoint', '', 'endpoint is a mandatory field for a kms');
  else if (scheme !== 'unix') {
    invalid(
      'endpoint',
      endpoint,
      `unsupported scheme ${JSON.stringify(scheme)} for KMS provider, only unix is supported`,
    );
  }
  if (apiVersion === 'v1') {
    if (cachesize === 0) invalid('cachesize', 0, 'cachesize should be a positive value, or negative to disable');
  } else if (cachesize !== undefined) invalid('cachesize', cachesize, 'cachesize is not supported in v2');
  if (apiVersion !== 'v1' && apiVersion !== 'v2') {
    invalid(
      'apiVersion',
      apiVersion,
      'unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported',
    );
  }
  return errors;
}

function validateSingle(provider: RawProvider, path: FieldPath): FieldError[] {
  const found = Object.entries(provider).filter(([, value]) => value !== undefined);
  if (found.length === 1) return [];
  const names = found.map(([name]) => name).join(', ');
  const detail =
    found.length === 0
      ? 'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity'
      : 'more than one provider specified in a single element, should split into different list elements';
  return [path.invalid(names, detail)];
}

function validateKeys({ keys }: RawKeys, path: FieldPath, lengths: readonly number[]): FieldError[] {
  if (keys.length === 0) return [path.required('at least one keys is required')];
  return keys.flatMap((key, index) => validateKey(key, path.index(index), lengths));
}

function validateKey({ name, secret }: RawKey, path: FieldPath, lengths: readonly number[]): FieldError[] {
  const errors = name === '' ? [path.child('name').required('name is a mandatory field for a key')] : [];
  const secretError = validateSecret(secret, path.child('secret'), lengths);
  return secretError ? [...errors, secretError] : errors;
}

function validateSecret(secret: string, path: FieldPath, lengths: readonly number[]): FieldError | undefined {
  if (secret === '') return path.required('secret is a mandatory field for a key');
  const bytes = decodeBase64(secret);
  if (!bytes) return path.invalid('REDACTED', 'secrets must be base64 encoded');
  if (lengths.includes(bytes.length)) return undefined;
  return path.invalid(
    'REDACTED',
    `secret is not of the expected length, got ${bytes.length}, expected one of [${lengths.join(' ')}]`,
  );
}

/** Standard alphabet with padding; line breaks are ignored. Node's decoder accepts anything. */
function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return Buffer.from(compact, 'base64');
}
