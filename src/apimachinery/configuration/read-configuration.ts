import {
  durationProblem,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseDuration,
} from '../meta/index.js';

/** What a document has to be. */
export interface ConfigurationKind {
  readonly kind: string;
  readonly apiVersions: readonly string[];
  /** Older kinds of configuration are read without looking at what else is in them. */
  readonly unknownFields?: 'refused' | 'ignored';
}

/**
 * Reads a document that configures a part of a program, as strictly as kube-apiserver does: a field that `read` does not
 * ask for is unknown, and refused. Throws an error that says what is wrong.
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

/** For documents of old, which have no kind: what else is in them does not matter. */
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
  /** As Go tells it: the kind, and fields without indexes. */
  readonly go: string;
  /** As it is told of unknown fields; empty at the root. */
  readonly own: string;
}

/** The fields of an object of a configuration. Null counts as not set, and what is not set is empty, as in Go. */
export class ConfigurationFields {
  readonly #object: JsonObject;
  readonly #place: Place;
  readonly #asked = new Set<string>();
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

  /** Where it matters whether it is set. */
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

  /** Whatever it is; what is in it is somebody else's to judge. */
  value(name: string): JsonValue | undefined {
    this.#asked.add(name);
    return (Object.hasOwn(this.#object, name) ? this.#object[name] : undefined) ?? undefined;
  }

  /** The paths of what nobody has asked for. */
  *unknown(): Iterable<string> {
    for (const name of Object.keys(this.#object)) if (!this.#asked.has(name)) yield this.#pathOf(name);
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

/** As encoding/json names what it found. */
function jsonType(value: JsonValue): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
