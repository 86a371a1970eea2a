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

export function filesOf(sources: readonly PemSource[]): string[] {
  return sources.flatMap((source) => ('file' in source ? [source.file] : []));
}
