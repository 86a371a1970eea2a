import type { Event } from 'js-yaml';
import type { JsonValue } from '../meta/index.js';
import { DecodeError, TooDeepError } from './decode-error.js';
import {
  checkSize,
  type DecodeOptions,
  decodeJsonStrict,
  decodeJsonYielding,
  largeBytes,
  type StrictlyDecoded,
  textOf,
} from './json-decode.js';
import { YamlConstructor } from './yaml-constructor.js';
import { yamlLibrary } from './yaml-library.js';
import { decodeYamlInThread } from './yaml-thread.js';

/** js-yaml is recursive: deeper documents are rejected before the stack of the main thread overflows. */
const maxDepthHere = 1000;
/** Go's limit. */
const maxDepth = 10_000;

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
  return decodeAsJson(bytes, options) ?? decodeText(bytes, maxDepthHere);
}

/** Like `decodeYamlStrict`; large and deep documents are decoded in another thread. */
export function decodeYamlYielding(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): StrictlyDecoded | Promise<StrictlyDecoded> {
  if (bytes.length > largeBytes) return decodeLarge(bytes, options);
  try {
    return decodeYamlStrict(bytes, options);
  } catch (error) {
    if (error instanceof TooDeepError) return decodeYamlInThread(bytes);
    throw error;
  }
}

async function decodeLarge(bytes: Uint8Array, options: DecodeOptions): Promise<StrictlyDecoded> {
  checkSize(bytes, options);
  return (await decodeLargeAsJson(bytes, options)) ?? decodeYamlInThread(bytes);
}

/** Only for a thread with a large stack. The size has been checked. */
export function decodeDeepYaml(bytes: Uint8Array): StrictlyDecoded {
  return decodeAsJson(bytes, { maxBytes: bytes.length }) ?? decodeText(bytes, maxDepth);
}

function decodeText(bytes: Uint8Array, depth: number): StrictlyDecoded {
  const text = textOf(bytes);
  return new YamlConstructor(text, { maxHeight: depth }).construct(parse(text, depth));
}

const openingBrace = 0x7b;

/** Many clients send JSON, which is valid YAML and much faster to parse. Returns undefined if it is not JSON. */
function decodeAsJson(bytes: Uint8Array, options: DecodeOptions): StrictlyDecoded | undefined {
  if (bytes[0] !== openingBrace) return undefined;
  try {
    return unlessRepeated(decodeJsonStrict(bytes, options));
  } catch (error) {
    return unlessTooDeep(error);
  }
}

async function decodeLargeAsJson(bytes: Uint8Array, options: DecodeOptions): Promise<StrictlyDecoded | undefined> {
  if (bytes[0] !== openingBrace) return undefined;
  try {
    return unlessRepeated(await decodeJsonYielding(bytes, options));
  } catch (error) {
    return unlessTooDeep(error);
  }
}

/** Repeated keys have other messages in YAML. */
function unlessRepeated(decoded: StrictlyDecoded): StrictlyDecoded | undefined {
  return decoded.strictErrors.length === 0 ? decoded : undefined;
}

function unlessTooDeep(error: unknown): undefined {
  if (!(error instanceof DecodeError)) throw error;
  if (error.message.endsWith('exceeded max depth')) throw tooDeep(maxDepth);
  return undefined;
}

/** `line`: counted from 0; upstream does not name the first one. */
function tooDeep(depth: number, { line = 0, cause }: { line?: number; cause?: unknown } = {}): TooDeepError {
  const where = line > 0 ? `line ${line + 1}: ` : '';
  return new TooDeepError(`yaml: ${where}exceeded max depth of ${depth}`, { cause });
}

function parse(text: string, maxDepth: number): Event[] {
  const { EVENT_ID, parseEvents, YAMLException } = yamlLibrary();
  try {
    const events = parseEvents(text, { maxDepth });
    const second = events.findIndex((event, index) => index > 0 && event.type === EVENT_ID.DOCUMENT);
    return second < 0 ? events : events.slice(0, second);
  } catch (error) {
    if (error instanceof YAMLException) {
      if (error.reason?.startsWith('nesting exceeded'))
        throw tooDeep(maxDepth, { line: error.mark?.line ?? 0, cause: error });
      throw new DecodeError(`yaml: line ${(error.mark?.line ?? 0) + 1}: ${error.reason}`, { cause: error });
    }
    if (error instanceof RangeError) throw tooDeep(maxDepth, { cause: error });
    throw error;
  }
}
