// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/codec_factory.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/json/json.go (v1.36)

import {
  durationProblem,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseDuration,
} from '../meta/index.js';

/** The expected type of a document. */
interface ConfigurationKind {
  readonly kind: string;
  readonly apiVersions: readonly string[];
  /** `ignored`: legacy kinds that are decoded without strict validation. */
  readonly unknownFields?: 'refused' | 'ignored';
}

/**
 * Decodes a configuration file as strictly as kube-apiserver: fields that `read` does not access are unknown, and
 * rejected. Throws an error that describes the problem.
 */
export function readConfiguration<Configuration>(
  document: JsonValue,
  wanted: ConfigurationKind,
  read: (fields: ConfigurationFields, apiVersion: string) => Configuration,
): Configuration {
  const fields = configurationFields(document, wanted.kind);
  const apiVersion = fields.text('apiVersion');
  checkKind(fields.text('kind'), apiVersion, wanted);
  const configuration = read(fields, apiVersion);
  const unknown = wanted.unknownFields === 'ignored' ? [] : [...fields.unknown()];
  if (unknown.length === 0) return configuration;
  throw new Error(`strict decoding error: ${unknown.map((path) => `unknown field ${goQuote(path)}`).join(', ')}`);
}

/** For legacy documents without a kind: unknown fields are ignored. */
export function configurationFields(document: JsonValue, goType: string): ConfigurationFields {
  if (!isJsonObject(document)) throw new Error(`json: cannot unmarshal ${jsonType(document)} into Go value`);
  return new ConfigurationFields(document, { go: goType, own: '' });
}

function checkKind(kind: string, apiVersion: string, wanted: ConfigurationKind): void {
  if (kind === '') throw new Error("Object 'Kind' is missing");
  if (apiVersion === '') throw new Error("Object 'apiVersion' is missing");
  if (kind === wanted.kind && wanted.apiVersions.includes(apiVersion)) return;
  throw new Error(`no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`);
}

interface Place {
  /** As in Go's errors: the type, and fields without indexes. */
  readonly go: string;
  /** As in errors about unknown fields; empty at the root. */
  readonly own: string;
}

/** The fields of a configuration object. As in Go, null counts as not set, and unset fields are empty. */
export class ConfigurationFields {
  readonly #object: JsonObject;
  readonly #place: Place;
  readonly #accessed = new Set<string>();
  readonly #inner: ConfigurationFields[] = [];

  constructor(object: JsonObject, place: Place) {
    this.#object = object;
    this.#place = place;
  }

  text(name: string): string {
    const value = this.value(name) ?? '';
    if (typeof value !== 'string') throw this.#mismatch(name, value, 'string');
    return value;
  }

  /** Distinguishes unset from empty. */
  optionalText(name: string): string | undefined {
    return this.value(name) === undefined ? undefined : this.text(name);
  }

  flag(name: string): boolean {
    return this.optionalFlag(name) ?? false;
  }

  optionalFlag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value !== undefined && typeof value !== 'boolean') throw this.#mismatch(name, value, 'bool');
    return value;
  }

  /** In milliseconds. */
  duration(name: string): number {
    const text = this.text(name);
    const milliseconds = text === '' ? 0 : parseDuration(text);
    if (milliseconds === undefined) throw new Error(durationProblem(text));
    return milliseconds;
  }

  integer(name: string, goType: 'int32' | 'int64' = 'int32'): number {
    const value = this.value(name) ?? 0;
    const limit = goType === 'int32' ? 2 ** 31 : Number.MAX_SAFE_INTEGER;
    if (!Number.isInteger(value) || Math.abs(value as number) > limit) throw this.#mismatch(name, value, goType);
    return value as number;
  }

  texts(name: string): readonly string[] {
    const values = this.#list(name, '[]string');
    for (const value of values) if (typeof value !== 'string') throw this.#mismatch(name, value, 'string');
    return values as string[];
  }

  object(name: string, goType: string): ConfigurationFields {
    return this.#fields(this.value(name) ?? {}, name, goType);
  }

  optionalObject(name: string, goType: string): ConfigurationFields | undefined {
    return this.value(name) === undefined ? undefined : this.object(name, goType);
  }

  objects(name: string, goType: string): readonly ConfigurationFields[] {
    return this.#list(name, `[]${goType}`).map((value, index) =>
      this.#fields(value ?? {}, `${name}[${index}]`, goType),
    );
  }

  /** Any value; the caller validates its content. */
  value(name: string): JsonValue | undefined {
    this.#accessed.add(name);
    return (Object.hasOwn(this.#object, name) ? this.#object[name] : undefined) ?? undefined;
  }

  /** Yields the paths of the fields that were not accessed. */
  *unknown(): Iterable<string> {
    for (const name of Object.keys(this.#object)) if (!this.#accessed.has(name)) yield this.#pathOf(name);
    for (const fields of this.#inner) yield* fields.unknown();
  }

  #list(name: string, goType: string): readonly JsonValue[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value)) throw this.#mismatch(name, value, goType);
    return value;
  }

  #fields(value: JsonValue, name: string, goType: string): ConfigurationFields {
    const goName = name.replace(/\[\d+\]$/, '');
    if (!isJsonObject(value)) throw this.#mismatch(goName, value, goType);
    const fields = new ConfigurationFields(value, { go: `${this.#place.go}.${goName}`, own: this.#pathOf(name) });
    this.#inner.push(fields);
    return fields;
  }

  #pathOf(name: string): string {
    return this.#place.own === '' ? name : `${this.#place.own}.${name}`;
  }

  #mismatch(name: string, value: JsonValue, goType: string): Error {
    const field = `${this.#place.go}.${name}`;
    return new Error(`json: cannot unmarshal ${jsonType(value)} into Go struct field ${field} of type ${goType}`);
  }
}

/** The JSON type as encoding/json names it. */
function jsonType(value: JsonValue): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
