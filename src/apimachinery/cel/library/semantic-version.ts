// Follows vendor/github.com/blang/semver/v4/semver.go (v1.36)

import { isStepDue, type Steps } from '../../event-loop/index.js';
import { compareBytes, goQuote } from '../../meta/index.js';

/** An invalid semantic version, with upstream's message. */
export class VersionError extends Error {
  override readonly name = 'VersionError';
}

/** A version as defined by semver.org. Build metadata does not affect the order. */
export class SemanticVersion {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly #prerelease: readonly (string | bigint)[];

  private constructor(core: readonly [bigint, bigint, bigint], prerelease: readonly (string | bigint)[]) {
    [this.major, this.minor, this.patch] = core;
    this.#prerelease = prerelease;
  }

  /** Throws `VersionError`. */
  static *parsing(text: string): Steps<SemanticVersion> {
    if (text === '') throw new VersionError('Version string empty');
    const [major, minor, rest] = splitInThree(text);
    if (minor === undefined || rest === undefined) throw new VersionError('No Major.Minor.Patch elements found');
    const [release, build] = cut(rest, '+');
    const [patch, prerelease] = cut(release, '-');
    const core = [readNumber('Major', major), readNumber('Minor', minor), readNumber('Patch', patch)] as const;
    const identifiers = yield* reading(prerelease, readPrerelease);
    yield* reading(build, checkBuild);
    return new SemanticVersion(core, identifiers);
  }

  /** Also accepts `v1.2`, `1` and `01.02.03`. Throws `VersionError`. */
  static *parsingNormalized(text: string): Steps<SemanticVersion> {
    const parts = splitInThree(text.startsWith('v') ? text.slice(1) : text).map(withoutLeadingZeros);
    if (parts.length < 3 && /[+-]/.test(parts.at(-1)!)) {
      throw new VersionError('short version cannot contain PreRelease/Build meta data');
    }
    while (parts.length < 3) parts.push('0');
    return yield* SemanticVersion.parsing(parts.join('.'));
  }

  compare(other: SemanticVersion): -1 | 0 | 1 {
    return (
      order(this.major, other.major) ||
      order(this.minor, other.minor) ||
      order(this.patch, other.patch) ||
      comparePrereleases(this.#prerelease, other.#prerelease)
    );
  }
}

/** Reads identifiers that are separated by dots. */
function* reading<Identifier>(text: string | undefined, read: (identifier: string) => Identifier): Steps<Identifier[]> {
  const identifiers: Identifier[] = [];
  let rest = text;
  while (rest !== undefined) {
    const [identifier, next] = cut(rest, '.');
    identifiers.push(read(identifier));
    rest = next;
    if (isStepDue()) yield;
  }
  return identifiers;
}

function order<T extends bigint | number>(a: T, b: T): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A version without a prerelease comes after those with one; if one prerelease is a prefix of the other, the longer is
 * later.
 */
function comparePrereleases(a: readonly (string | bigint)[], b: readonly (string | bigint)[]): -1 | 0 | 1 {
  if (a.length === 0 || b.length === 0) return order(b.length === 0 ? 0 : 1, a.length === 0 ? 0 : 1);
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = compareIdentifiers(a[index]!, b[index]!);
    if (difference !== 0) return difference;
  }
  return order(a.length, b.length);
}

/** Numeric identifiers come before alphanumeric ones. */
function compareIdentifiers(a: string | bigint, b: string | bigint): -1 | 0 | 1 {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? order(a, b) : -1;
  return typeof b === 'bigint' ? 1 : order(compareBytes(a, b), 0);
}

/** Splits at the first two dots. */
function splitInThree(text: string): [string, ...string[]] {
  const [major, rest] = cut(text, '.');
  if (rest === undefined) return [major];
  const [minor, patch] = cut(rest, '.');
  return patch === undefined ? [major, minor] : [major, minor, patch];
}

function cut(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function withoutLeadingZeros(part: string): string {
  if (part.length < 2) return part;
  const rest = part.replace(/^0+/, '');
  return /^[0-9]/.test(rest) ? rest : `0${rest}`;
}

function readNumber(name: 'Major' | 'Minor' | 'Patch', digits: string): bigint {
  if (!/^[0-9]*$/.test(digits)) {
    throw new VersionError(`Invalid character(s) found in ${name.toLowerCase()} number ${goQuote(digits)}`);
  }
  if (/^0./.test(digits)) throw new VersionError(`${name} number must not contain leading zeroes ${goQuote(digits)}`);
  return readUint(digits);
}

function readUint(digits: string): bigint {
  const problem = digits === '' ? 'invalid syntax' : digits.length > 20 ? 'value out of range' : undefined;
  const value = problem ? 0n : BigInt(digits);
  if (problem || BigInt.asUintN(64, value) !== value) {
    throw new VersionError(`strconv.ParseUint: parsing ${goQuote(digits)}: ${problem ?? 'value out of range'}`);
  }
  return value;
}

function readPrerelease(identifier: string): string | bigint {
  if (identifier === '') throw new VersionError('Prerelease is empty');
  if (/^[0-9]+$/.test(identifier)) {
    if (!/^0./.test(identifier)) return readUint(identifier);
    throw new VersionError(`Numeric PreRelease version must not contain leading zeroes ${goQuote(identifier)}`);
  }
  if (/^[0-9A-Za-z-]+$/.test(identifier)) return identifier;
  throw new VersionError(`Invalid character(s) found in prerelease ${goQuote(identifier)}`);
}

function checkBuild(identifier: string): void {
  if (identifier === '') throw new VersionError('Build meta data is empty');
  if (/^[0-9A-Za-z-]+$/.test(identifier)) return;
  throw new VersionError(`Invalid character(s) found in build meta data ${goQuote(identifier)}`);
}
