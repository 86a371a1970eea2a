import { open } from 'lmdb';

/** One write of a key. */
export interface PlainWrite {
  readonly key: string;
  /** Undefined: the key is deleted. */
  readonly value?: string;
  readonly expiresAt?: number;
}

/** Writes a store like version 0.1: format 1, without checksums and identity. The first write has revision 2. */
export async function writePlainStore(directory: string, writes: readonly PlainWrite[]): Promise<void> {
  const root = open<Buffer, Buffer>({
    path: directory,
    noSubdir: false,
    encoding: 'binary',
    keyEncoding: 'binary',
    overlappingSync: false,
  });
  const table = (name: string) => root.openDB<Buffer, Buffer>({ name, encoding: 'binary', keyEncoding: 'binary' });
  const [meta, heads, versions, expirations] = ['meta', 'heads', 'versions', 'expirations'].map(table);
  const newest = new Map<string, { revision: bigint; created: bigint }>();
  let revision = 1n;
  for (const { key, value, expiresAt = 0 } of writes) {
    revision += 1n;
    const before = newest.get(key);
    const created = value === undefined ? 0n : before?.created || revision;
    newest.set(key, { revision, created });
    const keyBytes = Buffer.from(key);
    const previous = before ? place(before.revision) : Buffer.alloc(10);
    const parts = [number(created), previous, number(BigInt(expiresAt)), keyLength(keyBytes), keyBytes];
    await versions!.put(place(revision), Buffer.concat([...parts, Buffer.from(value ?? '')]));
    await heads!.put(keyBytes, Buffer.concat([place(revision), number(created)]));
    if (expiresAt > 0) await expirations!.put(Buffer.concat([number(BigInt(expiresAt)), keyBytes]), place(revision));
  }
  await meta!.put(Buffer.from('format'), Buffer.from([0, 0, 0, 1]));
  await meta!.put(Buffer.from('revision'), number(revision));
  await meta!.put(Buffer.from('compaction'), Buffer.concat([number(1n), number(1n)]));
  await root.close();
}

function number(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

function place(revision: bigint): Buffer {
  return Buffer.concat([number(revision), Buffer.alloc(2)]);
}

function keyLength(key: Buffer): Buffer {
  return Buffer.from([key.length >> 8, key.length & 0xff]);
}
