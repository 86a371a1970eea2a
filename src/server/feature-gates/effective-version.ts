// Follows staging/src/k8s.io/component-base/compatibility/version.go (v1.36)

import { compareReleases, formatRelease, previousRelease, type Release } from './release.js';

export interface EffectiveVersion {
  /** The release whose behaviour is implemented. */
  readonly binary: Release;
  /** The release whose behaviour is shown: which APIs, features and defaults there are. */
  readonly emulation: Release;
  /** The oldest release of the other components of the control plane. */
  readonly minCompatibility: Release;
}

export interface VersionRange {
  readonly binary: Release;
  /** The oldest release that can be emulated, and the oldest one to be compatible with. */
  readonly floor: Release;
}

/** Unset: the binary's own release, and the one before the emulated release. */
export function effectiveVersion(
  { binary, floor }: VersionRange,
  { emulation = binary, minCompatibility }: { emulation?: Release; minCompatibility?: Release } = {},
): EffectiveVersion {
  const previous = previousRelease(emulation);
  const byDefault = compareReleases(previous, floor) < 0 ? floor : previous;
  return { binary, emulation, minCompatibility: minCompatibility ?? byDefault };
}

/** The problems with versions outside the range. */
export function validateEffectiveVersion(version: EffectiveVersion, { binary, floor }: VersionRange): string[] {
  const { emulation, minCompatibility } = version;
  const problems: string[] = [];
  if (!isBetween(emulation, floor, binary)) {
    const allowed = `[${formatRelease(floor)}, ${formatRelease(binary)}.0]`;
    problems.push(`emulation version ${formatRelease(emulation)} is not between ${allowed}`);
  }
  if (!isBetween(minCompatibility, floor, emulation)) {
    const allowed = `[${formatRelease(floor)}, ${formatRelease(emulation)}]`;
    problems.push(`minCompatibilityVersion version ${formatRelease(minCompatibility)} is not between ${allowed}`);
  }
  return problems;
}

function isBetween(release: Release, low: Release, high: Release): boolean {
  return compareReleases(release, low) >= 0 && compareReleases(release, high) <= 0;
}
