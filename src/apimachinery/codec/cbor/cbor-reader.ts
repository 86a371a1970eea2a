// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/cbor/internal/modes/decode.go (v1.36)
// Follows vendor/github.com/fxamacker/cbor/v2/decode.go (v1.36)
// Follows vendor/github.com/fxamacker/cbor/v2/valid.go (v1.36)

import { isUtf8 } from 'node:buffer';
import { runAtOnce, type Steps } from '../../event-loop/index.js';
import { goQuote, type JsonObject, type JsonValue, setOwn } from '../../meta/index.js';
import { DecodeError, UnacceptableValueError } from '../decode-error.js';
import { asInteger } from '../json-number.js';
import { CborHeads, majorTypes, typeNames } from './cbor-heads.js';
import { taggedSeconds, taggedText } from './cbor-times.js';

/** Values that take about a millisecond. */
const valuesBetweenSteps = 4096;

const maxDepth = 10_000;
const maxMapPairs = 2_097_152;
const maxArrayElements = 2_147_483_647;

const tags = { time: 0, seconds: 1, bignum: 2, negativeBignum: 3, base64url: 21, base64: 22, base16: 23 } as const;

/** The text that a byte string stands for: that of its bytes, or their encoding as the nearest tag specifies. */
type ByteEncoding = 'utf8' | 'base64url' | 'base64' | 'hex';

/** An array or map that is still being read. `remaining` is -1 if it ends with a break. */
interface Frame {
  /** Either of the two is set. */
  readonly list: JsonValue[] | undefined;
  readonly object: JsonObject | undefined;
  readonly encoding: ByteEncoding;
  readonly depth: number;
  remaining: number;
  /** Of the next value. */
  key: string;
  /** Number of pairs that were read. */
  pairs: number;
}

export interface CborReaderOptions {
  /** Called with the number of arrays, maps and keys so far, for each. */
  readonly onPart?: ((count: number) => void) | undefined;
}

/**
 * Reads CBOR as kube-apiserver does: as the JSON value that the same object would have, with its error texts. Refuses
 * what JSON cannot hold: repeated keys, integers beyond 64 bits, NaN and infinities. Deep documents need no stack.
 */
export class CborReader {
  readonly #heads: CborHeads;
  readonly #onPart: ((count: number) => void) | undefined;
  readonly #frames: Frame[] = [];
  #parts = 0;

  constructor(bytes: Uint8Array, { onPart }: CborReaderOptions = {}) {
    this.#heads = new CborHeads(bytes);
    this.#onPart = onPart;
  }

  /** Reads the only data item. */
  read(): JsonValue {
    return runAtOnce(this.reading());
  }

  *reading(): Steps<JsonValue> {
    if (this.#heads.left === 0) throw new DecodeError('EOF');
    let value = this.#item('utf8', 0);
    for (let values = 1; ; values++) {
      if (values % valuesBetweenSteps === 0) yield;
      const frame = this.#frames.at(-1);
      if (frame === undefined) break;
      if (value !== undefined) this.#put(frame, value);
      value = this.#isComplete(frame) ? this.#close() : this.#next(frame);
    }
    const { left, at } = this.#heads;
    if (left > 0) throw new DecodeError(`cbor: ${left} bytes of extraneous data starting at index ${at}`);
    return value as JsonValue;
  }

  #put(frame: Frame, value: JsonValue): void {
    if (frame.object) setOwn(frame.object, frame.key, value);
    else frame.list?.push(value);
  }

  #isComplete(frame: Frame): boolean {
    if (frame.remaining < 0) return this.#heads.skipBreak();
    return frame.remaining-- === 0;
  }

  #close(): JsonValue {
    const { list, object } = this.#frames.pop() as Frame;
    return list ?? object ?? null;
  }

  #next(frame: Frame): JsonValue | undefined {
    if (frame.object) frame.key = this.#readKey(frame, frame.object);
    return this.#item(frame.encoding, frame.depth);
  }

  #readKey(frame: Frame, object: JsonObject): string {
    this.#onPart?.(++this.#parts);
    const { encoding } = this.#readTags(frame.encoding, frame.depth);
    const major = this.#heads.read();
    if (major !== majorTypes.bytes && major !== majorTypes.text) {
      throw new UnacceptableValueError(`cbor: cannot unmarshal ${typeNames[major]} into Go value of type string`);
    }
    const key = this.#string(major, encoding);
    if (Object.hasOwn(object, key)) {
      const problem = `cbor: found duplicate map key ${goQuote(key)} at map element index ${frame.pairs}`;
      throw this.#frames.length === 1 ? new DecodeError(problem) : new UnacceptableValueError(problem);
    }
    if (++frame.pairs > maxMapPairs) throw tooManyPairs();
    return key;
  }

  /** Returns a value; undefined after the start of an array or map. */
  #item(outerEncoding: ByteEncoding, outerDepth: number): JsonValue | undefined {
    const { encoding, depth, time } = this.#readTags(outerEncoding, outerDepth);
    if (time !== undefined) return this.#time(time);
    const major = this.#heads.read();
    switch (major) {
      case majorTypes.unsigned:
      case majorTypes.negative:
        return integer(this.#heads.argument, major);
      case majorTypes.bytes:
      case majorTypes.text:
        return this.#string(major, encoding);
      case majorTypes.array:
      case majorTypes.map:
        return this.#open(major, encoding, depth + 1);
      default:
        return this.#heads.simple();
    }
  }

  #open(major: number, encoding: ByteEncoding, depth: number): undefined {
    if (depth > maxDepth) throw tooDeep();
    const { argument, isIndefinite } = this.#heads;
    const isArray = major === majorTypes.array;
    if (!isIndefinite && isArray && argument > maxArrayElements) throw tooManyElements();
    if (!isIndefinite && !isArray && argument > maxMapPairs) throw tooManyPairs();
    this.#onPart?.(++this.#parts);
    const remaining = isIndefinite ? -1 : Number(argument);
    const container = isArray ? { list: [], object: undefined } : { list: undefined, object: {} };
    this.#frames.push({ ...container, encoding, depth, remaining, key: '', pairs: 0 });
    return undefined;
  }

  /** Reads the tags before an item. Tags without a meaning here are ignored. */
  #readTags(outer: ByteEncoding, outerDepth: number): { encoding: ByteEncoding; depth: number; time?: number } {
    let [encoding, depth] = [outer, outerDepth];
    for (let isFirst = true; this.#heads.nextMajor() === majorTypes.tag; isFirst = false) {
      this.#heads.read();
      if (!isFirst && ++depth > maxDepth) throw tooDeep();
      const tag = Number(this.#heads.argument);
      if (tag === tags.bignum || tag === tags.negativeBignum) throw notAccepted('tag', 'bignum');
      if (tag === tags.time || tag === tags.seconds) return { encoding, depth, time: tag };
      if (tag === tags.base64url) encoding = 'base64url';
      else if (tag === tags.base64) encoding = 'base64';
      else if (tag === tags.base16) encoding = 'hex';
    }
    return { encoding, depth };
  }

  #time(tag: number): string {
    const major = this.#heads.nextMajor();
    if (tag === tags.time) {
      if (major !== majorTypes.text) throw wrongContent(tag, 'text string', major);
      this.#heads.read();
      return taggedText(this.#string(major, 'utf8'));
    }
    const isInteger = major === majorTypes.unsigned || major === majorTypes.negative;
    if (!isInteger && !this.#heads.isFloatNext()) throw wrongContent(tag, 'integer or floating-point number', major);
    return taggedSeconds(Number(this.#item('utf8', 0)));
  }

  #string(major: number, encoding: ByteEncoding): string {
    const bytes = this.#heads.isIndefinite ? this.#chunks(major) : this.#heads.take(this.#heads.argument);
    if (major === majorTypes.bytes) return bytes.toString(encoding);
    if (!isUtf8(bytes)) throw new UnacceptableValueError('cbor: invalid UTF-8 string');
    return bytes.toString('utf8');
  }

  /** Joins the chunks of a string of indefinite length. */
  #chunks(major: number): Buffer {
    const chunks: Buffer[] = [];
    while (!this.#heads.skipBreak()) {
      const chunkMajor = this.#heads.nextMajor();
      const what = `indefinite-length ${typeNames[major]}`;
      if (chunkMajor !== major) throw new DecodeError(`cbor: wrong element type ${typeNames[chunkMajor]} for ${what}`);
      this.#heads.read();
      if (this.#heads.isIndefinite) throw new DecodeError(`cbor: ${what} chunk is not definite-length`);
      const chunk = this.#heads.take(this.#heads.argument);
      if (major === majorTypes.text && !isUtf8(chunk)) throw new UnacceptableValueError('cbor: invalid UTF-8 string');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

function integer(argument: number | bigint, major: number): number | bigint {
  if (major === majorTypes.unsigned && typeof argument === 'number') return argument;
  const value = major === majorTypes.unsigned ? BigInt(argument) : -1n - BigInt(argument);
  const found = asInteger(value);
  if (found !== undefined) return found;
  const problem = `cannot unmarshal ${typeNames[major]} into Go value of type int64`;
  throw new UnacceptableValueError(`cbor: ${problem} (${value} overflows Go's int64)`);
}

function notAccepted(type: string, what: string): DecodeError {
  return new DecodeError(`cbor: data item of cbor type ${type} is not accepted by protocol: ${what}`);
}

function wrongContent(tag: number, expected: string, major: number): DecodeError {
  return new UnacceptableValueError(`cbor: tag number ${tag} must be followed by ${expected}, got ${typeNames[major]}`);
}

function tooDeep(): DecodeError {
  return new DecodeError(`cbor: exceeded max nested level ${maxDepth}`);
}

function tooManyPairs(): DecodeError {
  return new DecodeError(`cbor: exceeded max number of key-value pairs ${maxMapPairs} for CBOR map`);
}

function tooManyElements(): DecodeError {
  return new DecodeError(`cbor: exceeded max number of elements ${maxArrayElements} for CBOR array`);
}
