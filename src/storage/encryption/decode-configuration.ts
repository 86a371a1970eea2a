// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/types_encryption.go (v1.36)

import { durationProblem, goQuote, parseDuration } from '../../apimachinery/meta/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { EncryptionConfigurationError } from './configuration.js';

/** The file's content before validation. Unset fields are empty, as in Go. */
export interface RawConfiguration {
  readonly resources: readonly RawRule[];
}

export interface RawRule {
  readonly resources: readonly string[];
  readonly providers: readonly RawProvider[];
}

/** Any number of these may be set; validation requires exactly one. */
export interface RawProvider {
  readonly kms: RawKms | undefined;
  readonly aesgcm: RawKeys | undefined;
  readonly aescbc: RawKeys | undefined;
  readonly secretbox: RawKeys | undefined;
  readonly identity: object | undefined;
}

export interface RawKms {
  readonly apiVersion: string;
  readonly name: string;
  readonly cachesize: number | undefined;
  readonly endpoint: string;
  readonly timeoutMilliseconds: number;
}

export interface RawKeys {
  readonly keys: readonly RawKey[];
}

export interface RawKey {
  readonly name: string;
  readonly secret: string;
}

/** Strict, like kube-apiserver: unknown fields are refused, because a misspelt one could leave data unencrypted. */
export function decodeConfiguration(document: unknown): RawConfiguration {
  const decoder = new Decoder();
  const fields = decoder.fields(document, FieldPath.root, ['apiVersion', 'kind', 'resources']) ?? {};
  checkKind(
    decoder.string(fields['apiVersion'], FieldPath.of('apiVersion')),
    decoder.string(fields['kind'], FieldPath.of('kind')),
  );
  const resources = decoder.list(fields['resources'], FieldPath.of('resources'), (item, path) =>
    decodeRule(decoder, item, path),
  );
  decoder.refuseUnknownFields();
  return { resources };
}

function checkKind(apiVersion: string, kind: string): void {
  if (apiVersion === 'apiserver.config.k8s.io/v1' && kind === 'EncryptionConfiguration') return;
  // Kubernetes' documentation once used this form, and kube-apiserver has accepted it ever since.
  if (apiVersion === 'v1' && kind === 'EncryptionConfig') return;
  if (kind === '') throw new EncryptionConfigurationError("Object 'Kind' is missing");
  if (apiVersion === '') throw new EncryptionConfigurationError("Object 'apiVersion' is missing");
  throw new EncryptionConfigurationError(
    `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)}; ` +
      'want EncryptionConfiguration of apiserver.config.k8s.io/v1',
  );
}

function decodeRule(decoder: Decoder, value: unknown, path: FieldPath): RawRule {
  const fields = decoder.fields(value, path, ['resources', 'providers']) ?? {};
  return {
    resources: decoder.list(fields['resources'], path.child('resources'), (item, at) => decoder.string(item, at)),
    providers: decoder.list(fields['providers'], path.child('providers'), (item, at) =>
      decodeProvider(decoder, item, at),
    ),
  };
}

function decodeProvider(decoder: Decoder, value: unknown, path: FieldPath): RawProvider {
  const fields = decoder.fields(value, path, ['kms', 'aesgcm', 'aescbc', 'secretbox', 'identity']) ?? {};
  return {
    kms: decodeKms(decoder, fields['kms'], path.child('kms')),
    aesgcm: decodeKeys(decoder, fields['aesgcm'], path.child('aesgcm')),
    aescbc: decodeKeys(decoder, fields['aescbc'], path.child('aescbc')),
    secretbox: decodeKeys(decoder, fields['secretbox'], path.child('secretbox')),
    identity: decoder.fields(fields['identity'], path.child('identity'), []),
  };
}

const defaultKmsTimeout = '3s';

function decodeKms(decoder: Decoder, value: unknown, path: FieldPath): RawKms | undefined {
  const fields = decoder.fields(value, path, ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout']);
  if (!fields) return undefined;
  const text = (name: string): string => decoder.string(fields[name], path.child(name));
  return {
    apiVersion: text('apiVersion') || 'v1',
    name: text('name'),
    cachesize: decoder.integer(fields['cachesize'], path.child('cachesize')),
    endpoint: text('endpoint'),
    timeoutMilliseconds: durationOf(text('timeout') || defaultKmsTimeout),
  };
}

function durationOf(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new EncryptionConfigurationError(durationProblem(text));
}

function decodeKeys(decoder: Decoder, value: unknown, path: FieldPath): RawKeys | undefined {
  const fields = decoder.fields(value, path, ['keys']);
  if (!fields) return undefined;
  return { keys: decoder.list(fields['keys'], path.child('keys'), (item, at) => decodeKey(decoder, item, at)) };
}

function decodeKey(decoder: Decoder, value: unknown, path: FieldPath): RawKey {
  const fields = decoder.fields(value, path, ['name', 'secret']) ?? {};
  return {
    name: decoder.string(fields['name'], path.child('name')),
    secret: decoder.string(fields['secret'], path.child('secret')),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads values of the expected types. Null counts as unset. */
class Decoder {
  readonly #unknownFields: string[] = [];

  fields(value: unknown, path: FieldPath, known: readonly string[]): Fields | undefined {
    if (isUnset(value)) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) throw wrongType(path, value, 'object');
    for (const name of Object.keys(value)) {
      if (!known.includes(name)) this.#unknownFields.push(path.child(name).toString());
    }
    return value as Fields;
  }

  list<Item>(value: unknown, path: FieldPath, decode: (item: unknown, path: FieldPath) => Item): Item[] {
    if (isUnset(value)) return [];
    if (!Array.isArray(value)) throw wrongType(path, value, 'array');
    return value.map((item, index) => decode(item, path.index(index)));
  }

  string(value: unknown, path: FieldPath): string {
    if (isUnset(value)) return '';
    if (typeof value !== 'string') throw wrongType(path, value, 'string');
    return value;
  }

  integer(value: unknown, path: FieldPath): number | undefined {
    if (isUnset(value)) return undefined;
    if (!Number.isInteger(value)) throw wrongType(path, value, 'integer');
    return value as number;
  }

  refuseUnknownFields(): void {
    if (this.#unknownFields.length === 0) return;
    const list = this.#unknownFields.map((field) => `unknown field ${goQuote(field)}`).join(', ');
    throw new EncryptionConfigurationError(`strict decoding error: ${list}`);
  }
}

function isUnset(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Names the type of the value instead of the value, which may be a secret. */
function wrongType(path: FieldPath, value: unknown, wanted: string): EncryptionConfigurationError {
  const found = Array.isArray(value) ? 'array' : typeof value;
  return EncryptionConfigurationError.ofFields([path.typeInvalid(found, `must be of type ${wanted}`)]);
}
