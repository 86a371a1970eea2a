import { X509Certificate } from 'node:crypto';

/** The DNS names that a certificate is for; its common name where it lists none. */
export function namesOf(certificate: Buffer): string[] {
  const parsed = new X509Certificate(certificate);
  const listed = (parsed.subjectAltName ?? '').split(', ').filter((entry) => entry.startsWith('DNS:'));
  if (listed.length > 0) return listed.map((entry) => entry.slice('DNS:'.length));
  const commonName = /^CN=(.+)$/m.exec(parsed.subject)?.[1];
  return commonName === undefined ? [] : [commonName];
}

/** What is kept for server names, of which some are `*.` and the rest of a name: one label matches the star. */
export class ServerNames<Value> {
  readonly #values = new Map<string, Value>();

  /** The first one to claim a name has it. */
  add(name: string, value: Value): void {
    const key = normalized(name);
    if (!this.#values.has(key)) this.#values.set(key, value);
  }

  find(name: string): Value | undefined {
    const key = normalized(name);
    return this.#values.get(key) ?? this.#values.get(key.replace(/^[^.]+/, '*'));
  }
}

function normalized(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
