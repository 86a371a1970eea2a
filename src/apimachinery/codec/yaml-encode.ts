import type { ScalarLayout } from 'js-yaml';
import { goNumber, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { internalError } from '../status/index.js';
import { compareYamlKeys } from './yaml-key-order.js';
import { yamlLibrary } from './yaml-library.js';
import { resolvePlainScalar, type YamlScalar } from './yaml-scalar.js';

/** Sexagesimal numbers: go-yaml reads them as strings, but quotes them for other parsers. */
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const timestamp = /^[0-9]{4}-[0-9]/;

/**
 * Encodes a document like sigs.k8s.io/yaml: keys sorted, lists not indented, strings quoted if they would be read as
 * another type. Unlike go-yaml, does not fold long lines.
 */
export function encodeYaml(value: JsonValue): Buffer {
  try {
    return Buffer.from(yamlLibrary().dump(value, dumpOptions()));
  } catch (error) {
    if (error instanceof RangeError) throw internalError('the object is nested too deeply to be written as YAML');
    throw error;
  }
}

const tag = (name: string) => `tag:yaml.org,2002:${name}`;

function isNumber(value: YamlScalar): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A scalar that is written as plain text and identified by what go-yaml would read it as. */
function plainTag(
  name: string,
  isOfType: (value: YamlScalar) => boolean,
  write: (value: YamlScalar) => string = String,
) {
  const library = yamlLibrary();
  return library.defineScalarTag<YamlScalar>(tag(name), {
    implicit: true,
    resolve: (text) => {
      const value = resolvePlainScalar(text);
      return isOfType(value) ? value : library.NOT_RESOLVED;
    },
    identify: isOfType,
    represent: write,
  });
}

function newSchema() {
  const { defineMappingTag, defineScalarTag, defineSequenceTag, Schema } = yamlLibrary();
  return new Schema([
    plainTag('null', (value) => value === null),
    plainTag('bool', (value) => typeof value === 'boolean'),
    plainTag('float', isNumber, (value) => goNumber(value as number | bigint)),
    defineScalarTag<string>(tag('str'), { resolve: (text) => text, identify: (value) => typeof value === 'string' }),
    defineSequenceTag<JsonValue[]>(tag('seq'), {
      create: () => [],
      addItem: (list, item) => {
        list.push(item as JsonValue);
      },
      identify: Array.isArray,
    }),
    defineMappingTag<JsonObject>(tag('map'), {
      create: () => ({}),
      addPair: () => '',
      has: () => false,
      keys: Object.keys,
      get: (object, key) => object[String(key)],
      identify: isJsonObject,
      represent: (object: JsonObject) => new Map(sortedEntries(object)),
    }),
  ]);
}

let options: ReturnType<typeof newDumpOptions> | undefined;

function dumpOptions() {
  options ??= newDumpOptions();
  return options;
}

function newDumpOptions() {
  return { schema: newSchema(), seqNoIndent: true, lineWidth: -1, noRefs: true, scalarStyleRules: [chooseStyle] };
}

function sortedEntries(object: JsonObject): [string, JsonValue][] {
  return Object.keys(object)
    .sort(compareYamlKeys)
    .map((key) => [key, object[key] as JsonValue]);
}

function chooseStyle(layout: ScalarLayout): void {
  const { SCALAR_STYLE } = yamlLibrary();
  if (layout.node.tag !== tag('str')) return;
  const { value } = layout.node;
  const preferred = preferredStyle(value);
  layout.style =
    [preferred, SCALAR_STYLE.SINGLE_QUOTED].find((style) => isAllowed(layout, style)) ?? SCALAR_STYLE.DOUBLE_QUOTED;
}

function preferredStyle(value: string) {
  const { SCALAR_STYLE } = yamlLibrary();
  if (needsEscapes.test(value)) return SCALAR_STYLE.DOUBLE_QUOTED;
  if (value.includes('\n')) return SCALAR_STYLE.LITERAL_BLOCK;
  return readsAsOther(value) ? SCALAR_STYLE.DOUBLE_QUOTED : SCALAR_STYLE.PLAIN;
}

function readsAsOther(value: string): boolean {
  return typeof resolvePlainScalar(value) !== 'string' || value === '<<' || timestamp.test(value) || base60.test(value);
}

/** Characters that are invisible or would not survive a round trip. */
const needsEscapes = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u00a0\u2028\u2029\ufeff\ufffe\uffff]/;

function isAllowed(layout: ScalarLayout, style: number): boolean {
  return (layout.allowedStylesMask & (1 << style)) !== 0;
}
