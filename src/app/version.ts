// Follows staging/src/k8s.io/component-base/version/base.go (v1.36)

import { versionInfo as completeVersion, type VersionInfo } from '../server/discovery/index.js';
import { type EffectiveVersion, effectiveVersion, type VersionRange } from '../server/feature-gates/index.js';

/** The version of Kubernetes whose behaviour is implemented. */
export const kubernetesVersion = 'v1.36.4+trestle';

/** The releases that can be emulated. */
export const kubernetesReleases: VersionRange = { binary: { major: 1, minor: 36 }, floor: { major: 1, minor: 33 } };

/** The content of `/version`. */
export function versionInfo(
  version: EffectiveVersion = effectiveVersion(kubernetesReleases),
  reported = kubernetesVersion,
): VersionInfo {
  const { binary, emulation, minCompatibility } = version;
  return completeVersion({
    major: String(binary.major),
    minor: String(binary.minor),
    emulationMajor: String(emulation.major),
    emulationMinor: String(emulation.minor),
    minCompatibilityMajor: String(minCompatibility.major),
    minCompatibilityMinor: String(minCompatibility.minor),
    gitVersion: reported,
  });
}

/** The output of `--version=raw`: everything, as Go prints a value. */
export function rawVersion(): string {
  const fields = Object.entries(versionInfo()).map(([name, value]) => {
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}:${JSON.stringify(value)}`;
  });
  return `version.Info{${fields.join(', ')}}`;
}
