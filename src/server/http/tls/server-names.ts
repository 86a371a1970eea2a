// Follows staging/src/k8s.io/apiserver/pkg/server/dynamiccertificates/named_certificates.go (v1.36)

import { X509Certificate } from 'node:crypto';

/** Returns the DNS names of a certificate; its common name if it lists none. */
export function namesOf(certificate: Buffer): string[] {
  const parsed = new X509Certificate(certificate);
  const listed = (parsed.subjectAltName ?? '').split(', ').filter((entry) => entry.startsWith('DNS:'));
  if (listed.length > 0) return listed.map((entry) => entry.slice('DNS:'.length));
  const commonName = /^CN=(.+)$/m.exec(parsed.subject)?.[1];
  return commonName === undefined ? [] : [commonName];
}

/** A map from server names, including wildcards such as `*.example.com`, where the star matches one label. */
export class ServerNames<Value> {
  readonly #values = new Map<string, Value>();

  /** The first value for a name is kept. */
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
