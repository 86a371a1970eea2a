// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/cbor/cbor.go (v1.36)

import { runYielding } from '../../event-loop/index.js';
import type { JsonValue } from '../../meta/index.js';
import type { Codec, StreamFraming } from '../codec.js';
import { checkParts, checkSize, type DecodeOptions, largeBytes, type StrictlyDecoded } from '../json-decode.js';
import type { ListEncoder, ListType } from '../list-encoder.js';
import { CborReader } from './cbor-reader.js';
import { CborWriter, type CborWriterOptions } from './cbor-writer.js';

/** The tag of self-described CBOR (RFC 8949, section 3.4.6): the prefix of every object that is written. */
export const cborPrefix: Buffer = Buffer.from([0xd9, 0xd9, 0xf7]);

/** A CBOR sequence (RFC 8742): data items are self-delimiting. */
const stream: StreamFraming = {
  requestedAs: 'application/cbor-seq',
  contentType: 'application/cbor-seq',
  head: () => noBytes,
};
const noBytes = Buffer.alloc(0);
const noErrors: readonly string[] = [];

/** CBOR, for responses: the keys of maps are in any order. */
export const cborCodec: Codec = createCborCodec({ keyOrder: 'rotated' });

/** Equal values have equal bytes: for storage. */
export const deterministicCborCodec: Codec = createCborCodec({ keyOrder: 'bytewise' });

function createCborCodec(options: CborWriterOptions = {}): Codec {
  return {
    mediaType: 'application/cbor',
    isText: false,
    encode(value) {
      const writer = new CborWriter(options);
      writer.raw(cborPrefix);
      writer.value(value);
      return writer.take();
    },
    lists: cborLists,
    decode,
    decodeStrict,
    decodeYielding: decodeCborYielding,
    stream,
  };
}

/** Keys are not sorted: lists are not stored. `items` comes last, so that the rest can be sent before them. */
function cborLists({ field }: ListType): ListEncoder {
  return {
    separatorLength: 0,
    isSized: false,
    items(items) {
      const writer = new CborWriter({ keyOrder: 'rotated' });
      for (const item of items) writer.value(item);
      return writer.take();
    },
    head(list, { count }) {
      const writer = new CborWriter();
      writer.raw(cborPrefix);
      writer.beginList(list, field, count);
      return writer.take();
    },
    tail: () => noBytes,
  };
}

function decode(bytes: Uint8Array, options: DecodeOptions = {}): JsonValue {
  checkSize(bytes, options);
  return new CborReader(bytes).read();
}

/** Repeated keys are no strict errors: a map that has them is invalid. */
function decodeStrict(bytes: Uint8Array, options: DecodeOptions = {}): StrictlyDecoded {
  checkSize(bytes, options);
  return { value: new CborReader(bytes, { onPart: checkParts }).read(), strictErrors: noErrors };
}

/** Like `decodeStrict`; yields to the event loop within a large document. */
export function decodeCborYielding(
  bytes: Uint8Array,
  options?: DecodeOptions,
): StrictlyDecoded | Promise<StrictlyDecoded> {
  return bytes.length <= largeBytes ? decodeStrict(bytes, options) : decodeLarge(bytes, options);
}

async function decodeLarge(bytes: Uint8Array, options: DecodeOptions = {}): Promise<StrictlyDecoded> {
  checkSize(bytes, options);
  const reader = new CborReader(bytes, { onPart: checkParts });
  return { value: await runYielding(reader.reading()), strictErrors: noErrors };
}
