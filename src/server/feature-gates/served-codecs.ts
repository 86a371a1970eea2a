import { type Codec, type CodecRegistry, cborCodec, deterministicCborCodec } from '../../apimachinery/codec/index.js';
import type { FeatureGates } from './feature-gates.js';

/** The codecs of resources. Other endpoints, and errors of requests that reach no resource, have no CBOR. */
export function servedCodecs(codecs: CodecRegistry, features: FeatureGates): CodecRegistry {
  return features.isEnabled('CBORServingAndStorage') ? codecs.with(cborCodec) : codecs;
}

/** Encoding of stored custom resources. Undefined: JSON. */
export function customStorageCodec(features: FeatureGates): Codec | undefined {
  return features.isEnabled('CBORServingAndStorage') ? deterministicCborCodec : undefined;
}
