export { cborCodec, cborPrefix, decodeCborYielding, deterministicCborCodec } from './cbor-codec.js';
export { cborTypeOf } from './cbor-heads.js';
