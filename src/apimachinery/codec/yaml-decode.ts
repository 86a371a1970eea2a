import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import type { JsonValue } from '../meta/index.js';
import { DecodeError } from './decode-error.js';
import { checkSize, type DecodeOptions, type StrictlyDecoded, textOf } from './json-decode.js';
import { YamlConstructor } from './yaml-constructor.js';

/** The parser recurses: deeper documents are refused while there is stack left. */
const maxDepth = 500;

/**
 * Decodes the first document of a YAML text into what sigs.k8s.io/yaml makes of it on the way to JSON; further documents
 * are ignored, as the API server does. Of a repeated key the last value counts.
 */
export function decodeYaml(bytes: Uint8Array, options: DecodeOptions = {}): JsonValue {
  return decodeYamlStrict(bytes, options).value;
}

/** Decodes like `decodeYaml` and tells the keys that are in a mapping more than once. */
export function decodeYamlStrict(bytes: Uint8Array, options: DecodeOptions = {}): StrictlyDecoded {
  checkSize(bytes, options);
  const text = textOf(bytes);
  const events = parse(text);
  return new YamlConstructor(text).construct(events);
}

function parse(text: string): Event[] {
  try {
    const events = parseEvents(text, { maxDepth });
    const second = events.findIndex((event, index) => index > 0 && event.type === EVENT_ID.DOCUMENT);
    return second < 0 ? events : events.slice(0, second);
  } catch (error) {
    if (error instanceof YAMLException) {
      throw new DecodeError(`yaml: line ${(error.mark?.line ?? 0) + 1}: ${error.reason}`, { cause: error });
    }
    if (error instanceof RangeError) throw new DecodeError('yaml: document is nested too deeply', { cause: error });
    throw error;
  }
}
