import { beginFrame, finishFrame } from '../grpc/framing.js';
import { newReader } from '../grpc/wire-library.js';
import { bytesTag, readInt64, skipField, varintTag, writeInt64 } from '../protocol/fields.js';
import { encodeRange } from '../protocol/range.js';
import { Method } from '../protocol/services.js';
import { callOnce } from './call-once.js';

/** The lease id of a key (with etcd's prefix); 0: none. */
export async function leaseOf(endpoint: string, key: string): Promise<bigint> {
  const result = newReader(await callOnce(endpoint, Method.range, encodeRange({ key: Buffer.from(key) })));
  while (result.pos < result.len) {
    const tag = result.uint32();
    if (tag === bytesTag(2)) return leaseIn(result.bytes());
    skipField(result, tag);
  }
  throw new Error(`there is no key ${key}`);
}

function leaseIn(entry: Uint8Array): bigint {
  const reader = newReader(entry);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === varintTag(6)) return readInt64(reader);
    skipField(reader, tag);
  }
  return 0n;
}

/** Deletes all keys of the lease at once. */
export async function revokeLease(endpoint: string, id: bigint): Promise<void> {
  const writer = beginFrame();
  writeInt64(writer, 1, id);
  await callOnce(endpoint, '/etcdserverpb.Lease/LeaseRevoke', finishFrame(writer));
}
