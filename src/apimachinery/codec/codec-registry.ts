import { type Codec, jsonCodec, yamlCodec } from './codec.js';

/** The codecs of an endpoint, the preferred one first. */
export class CodecRegistry {
  readonly codecs: readonly [Codec, ...Codec[]];
  readonly mediaTypes: readonly string[];
  readonly streamMediaTypes: readonly string[];
  /** Media types of objects and of streams. */
  readonly allMediaTypes: readonly string[];
  readonly #byMediaType: ReadonlyMap<string, Codec>;

  constructor(codecs: readonly [Codec, ...Codec[]]) {
    this.codecs = codecs;
    this.mediaTypes = codecs.map((codec) => codec.mediaType);
    this.streamMediaTypes = codecs.flatMap((codec) => codec.stream?.requestedAs ?? []);
    this.allMediaTypes = [...this.mediaTypes, ...this.streamMediaTypes];
    this.#byMediaType = new Map(codecs.map((codec) => [codec.mediaType, codec]));
  }

  /** The codec for clients that state no preference. */
  get preferred(): Codec {
    return this.codecs[0];
  }

  /** Returns a registry with additional codecs, such as protobuf or CBOR. */
  with(...codecs: readonly Codec[]): CodecRegistry {
    return new CodecRegistry([...this.codecs, ...codecs]);
  }

  find(mediaType: string): Codec | undefined {
    return this.#byMediaType.get(mediaType);
  }
}

/** JSON and YAML, in upstream's order. */
export const standardCodecs = new CodecRegistry([jsonCodec, yamlCodec]);
