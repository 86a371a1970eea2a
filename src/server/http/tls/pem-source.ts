import { readFile } from 'node:fs/promises';

/** PEM text or a file that contains it; a file is reloaded when it changes. */
export type PemSource = { readonly pem: string | Buffer } | { readonly file: string };

export interface KeyPairSource {
  /** The server's certificate, then intermediates; the root is optional. */
  readonly certificate: PemSource;
  readonly key: PemSource;
}

export async function readPem(source: PemSource): Promise<Buffer> {
  return 'pem' in source ? Buffer.from(source.pem) : readFile(source.file);
}

export async function readKeyPair(source: KeyPairSource): Promise<{ cert: Buffer; key: Buffer }> {
  const [cert, key] = await Promise.all([readPem(source.certificate), readPem(source.key)]);
  return { cert, key };
}

/**
 * Values that are parsed from PEM. Those of a source in memory are parsed once: the servers of a process may share it,
 * and parsing keys and certificates takes long.
 */
export class ParsedPem<Parsed extends object> {
  readonly #parse: (pem: Buffer, name: string) => Parsed;
  readonly #inMemory = new WeakMap<PemSource, Parsed>();

  /** `name` is that of the file, for error messages. */
  constructor(parse: (pem: Buffer, name: string) => Parsed) {
    this.#parse = parse;
  }

  async read(source: PemSource): Promise<Parsed> {
    if ('file' in source) return this.#parse(await readFile(source.file), source.file);
    const parsed = this.#inMemory.get(source) ?? this.#parse(Buffer.from(source.pem), 'the given PEM text');
    this.#inMemory.set(source, parsed);
    return parsed;
  }
}

export function filesOf(sources: readonly PemSource[]): string[] {
  return sources.flatMap((source) => ('file' in source ? [source.file] : []));
}
