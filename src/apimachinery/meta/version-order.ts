// Follows staging/src/k8s.io/apimachinery/pkg/version/helpers.go (v1.36)

const kubeVersion = /^v([0-9]+)(?:(alpha|beta)([0-9]+))?$/;
const stages = ['alpha', 'beta', undefined];

/**
 * Orders versions from the most to the least preferred: stable before beta before alpha, higher numbers first (`v10`,
 * `v2`, `v1`, `v11beta2`, `v1beta1`, `v3alpha1`), and other names last, alphabetically.
 */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  if (first === undefined || second === undefined) {
    if (first === undefined && second === undefined) return a < b ? -1 : a > b ? 1 : 0;
    return first === undefined ? 1 : -1;
  }
  return second.stage - first.stage || second.major - first.major || second.minor - first.minor;
}

function parse(version: string): { major: number; stage: number; minor: number } | undefined {
  const match = kubeVersion.exec(version);
  if (match === null) return undefined;
  return { major: Number(match[1]), stage: stages.indexOf(match[2]), minor: Number(match[3] ?? 0) };
}
