import type { Event } from 'js-yaml';
import type { JsonValue } from '../meta/index.js';
import { DecodeError } from './decode-error.js';
import { checkSize, type DecodeOptions, decodeJsonStrict, type StrictlyDecoded, textOf } from './json-decode.js';
import { YamlConstructor } from './yaml-constructor.js';
import { yamlLibrary } from './yaml-library.js';

/** The parser is recursive: deeper documents are rejected before the stack overflows. */
const maxDepth = 1000;
/** Documents in JSON syntax may be as deep as JSON. */
const maxJsonDepth = 10_000;

/**
 * Decodes the first document of a YAML text like sigs.k8s.io/yaml; further documents are ignored, as kube-apiserver
 * does. The last value of a repeated key wins.
 */
export function decodeYaml(bytes: Uint8Array, options: DecodeOptions = {}): JsonValue {
  return decodeYamlStrict(bytes, options).value;
}

/** Like `decodeYaml`, and reports repeated keys. */
export function decodeYamlStrict(bytes: Uint8Array, options: DecodeOptions = {}): StrictlyDecoded {
  checkSize(bytes, options);
  const json = decodeAsJson(bytes, options);
  if (json !== undefined) return json;
  const text = textOf(bytes);
  return new YamlConstructor(text).construct(parse(text));
}

/** Many clients send JSON, which is valid YAML and much faster to parse. Returns undefined if it is not JSON. */
function decodeAsJson(bytes: Uint8Array, options: DecodeOptions): StrictlyDecoded | undefined {
  if (bytes[0] !== 0x7b /* { */) return undefined;
  try {
    const decoded = decodeJsonStrict(bytes, options);
    return decoded.strictErrors.length === 0 ? decoded : undefined;
  } catch (error) {
    if (error instanceof DecodeError && error.message.endsWith('exceeded max depth')) throw tooDeep(maxJsonDepth);
    return undefined;
  }
}

function tooDeep(depth: number, cause?: unknown): DecodeError {
  return new DecodeError(`yaml: exceeded max depth of ${depth}`, { cause });
}

function parse(text: string): Event[] {
  const { EVENT_ID, parseEvents, YAMLException } = yamlLibrary();
  try {
    const events = parseEvents(text, { maxDepth });
    const second = events.findIndex((event, index) => index > 0 && event.type === EVENT_ID.DOCUMENT);
    return second < 0 ? events : events.slice(0, second);
  } catch (error) {
    if (error instanceof YAMLException) {
      if (error.reason?.startsWith('nesting exceeded')) throw tooDeep(maxDepth, error);
      throw new DecodeError(`yaml: line ${(error.mark?.line ?? 0) + 1}: ${error.reason}`, { cause: error });
    }
    if (error instanceof RangeError) throw tooDeep(maxDepth, error);
    throw error;
  }
}
