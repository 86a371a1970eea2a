// Follows pkg/controlplane/controller/leaderelection/election.go (v1.36)

import type { Lease } from '../../api/coordination/v1.js';
import type { LeaseCandidate } from '../../api/coordination/v1beta1.js';
import { goQuote, parseTime } from '../../apimachinery/meta/index.js';
import { isLessVersion, parseSemanticVersion, type SemanticVersion } from '../semantic-version.js';

export const oldestEmulationVersion = 'OldestEmulationVersion';
/** A candidate that has not renewed for this long is not considered, and is deleted. */
export const validMilliseconds = 30 * 60_000;

const noVersion: SemanticVersion = { numbers: [0n, 0n, 0n], preRelease: [] };

/** The best of the candidates with valid versions: the oldest emulation version, then binary version, then creation. */
export function bestLeader(candidates: readonly LeaseCandidate[]): LeaseCandidate | undefined {
  let best: LeaseCandidate | undefined;
  for (const candidate of candidates) {
    const { emulationVersion = '', binaryVersion } = candidate.spec;
    if (!tolerantVersion(emulationVersion) || !tolerantVersion(binaryVersion)) continue;
    if (best === undefined || compareCandidates(best, candidate) > 0) best = candidate;
  }
  return best;
}

/** The strategy of the candidates with the highest binary version. Throws if these differ. */
export function bestStrategy(candidates: readonly LeaseCandidate[]): string {
  const [first, ...others] = candidates;
  if (!first) throw new Error('no candidates');
  let best = first;
  for (const candidate of others) {
    const order = compareVersions(binaryOf(best), binaryOf(candidate));
    if (order < 0) best = candidate;
    else if (order === 0 && candidate.spec.strategy !== best.spec.strategy) throw differing(best, candidate);
  }
  return best.spec.strategy ?? '';
}

function differing(one: LeaseCandidate, other: LeaseCandidate): Error {
  const names = [one, other].map(({ metadata }) => goQuote(metadata.name ?? '')).join(', ');
  const strategies = [one, other].map(({ spec }) => spec.strategy ?? '').join(', ');
  return new Error(`candidates ${names} at same binary version but received differing strategies ${strategies}`);
}

function compareCandidates(one: LeaseCandidate, other: LeaseCandidate): number {
  const byEmulation = compareVersions(emulationOf(one), emulationOf(other));
  if (byEmulation !== 0) return byEmulation;
  const byBinary = compareVersions(binaryOf(one), binaryOf(other));
  if (byBinary !== 0) return byBinary;
  return timeOf(one.metadata.creationTimestamp) > timeOf(other.metadata.creationTimestamp) ? 1 : -1;
}

function compareVersions(one: SemanticVersion, other: SemanticVersion): number {
  if (isLessVersion(one, other)) return -1;
  return isLessVersion(other, one) ? 1 : 0;
}

function binaryOf({ spec }: LeaseCandidate): SemanticVersion {
  return tolerantVersion(spec.binaryVersion) ?? noVersion;
}

function emulationOf({ spec }: LeaseCandidate): SemanticVersion {
  return tolerantVersion(spec.emulationVersion ?? '') ?? noVersion;
}

/** `v1.36` counts as 1.36.0. */
function tolerantVersion(text: string): SemanticVersion | undefined {
  const trimmed = text.trim().replace(/^v/, '');
  const missing = /^\d+$/.test(trimmed) ? '.0.0' : /^\d+\.\d+$/.test(trimmed) ? '.0' : '';
  return parseSemanticVersion(trimmed + missing);
}

export function isLeaseExpired({ spec }: Lease, now: number): boolean {
  const { renewTime, leaseDurationSeconds } = spec;
  if (!renewTime || leaseDurationSeconds === undefined) return true;
  return timeOf(renewTime) + leaseDurationSeconds * 1000 < now;
}

export function isCandidateExpired({ spec: { renewTime } }: LeaseCandidate, now: number): boolean {
  return !renewTime || timeOf(renewTime) + validMilliseconds < now;
}

/** Milliseconds since 1970; 0: unset. */
export function timeOf(time: string | null | undefined): number {
  return time ? (parseTime(time) ?? 0) : 0;
}
