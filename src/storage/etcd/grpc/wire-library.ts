import { createRequire } from 'node:module';
import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

const require = createRequire(import.meta.url);

type WireLibrary = typeof import('@bufbuild/protobuf/wire');

let library: WireLibrary | undefined;

/** Loaded with the first message: most servers do not use etcd. */
function wireLibrary(): WireLibrary {
  library ??= require('@bufbuild/protobuf/wire') as WireLibrary;
  return library;
}

export function newReader(message: Uint8Array): BinaryReader {
  return new (wireLibrary().BinaryReader)(message);
}

export function newWriter(): BinaryWriter {
  return new (wireLibrary().BinaryWriter)();
}
