// Follows staging/src/k8s.io/component-base/cli/flag/curves_flag.go (v1.36)

import { createSecureContext } from 'node:tls';

/** OpenSSL's names of key exchange mechanisms by their number, in Go's order of preference. */
const groups: ReadonlyMap<number, string> = new Map([
  [4588, 'X25519MLKEM768'],
  [4587, 'SecP256r1MLKEM768'],
  [4589, 'SecP384r1MLKEM1024'],
  [29, 'X25519'],
  [23, 'P-256'],
  [24, 'P-384'],
  [25, 'P-521'],
]);

const maxId = 65_535;

/** The first problem with values of `--tls-curve-preferences`, in upstream's words where it has some. */
export function curveProblems(ids: readonly number[]): string[] {
  const seen = new Set<number>();
  for (const id of ids) {
    if (id <= 0 || id > maxId) return [`curve preference ${id} is out of range (must be 1-${maxId})`];
    if (seen.has(id)) return [`duplicate curve preference ${id}`];
    seen.add(id);
    const name = groups.get(id);
    if (name === undefined) return [`curve preference ${id} is not supported by the current Go version`];
    if (!isKnown(name)) return [`curve preference ${id} (${name}) is not supported by Node.js ${process.version}`];
  }
  return [];
}

/** Returns `ecdhCurve` for node:tls. */
export function opensslGroups(ids: readonly number[]): string {
  return [...groups]
    .filter(([id]) => ids.includes(id))
    .map(([, name]) => name)
    .join(':');
}

/** The hybrids came with OpenSSL 3.5. */
function isKnown(name: string): boolean {
  try {
    createSecureContext({ ecdhCurve: name });
    return true;
  } catch {
    return false;
  }
}
