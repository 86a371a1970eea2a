const number = '(0|[1-9]\\d*)';
const preRelease = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const build = '[0-9a-zA-Z-]+';
const form = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${preRelease}(?:\\.${preRelease})*))?(?:\\+${build}(?:\\.${build})*)?$`,
);

/** A version as defined by semver.org 2.0.0, without build metadata. */
export interface SemanticVersion {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly preRelease: readonly string[];
}

export function isSemanticVersion(text: string): boolean {
  return form.test(text);
}

/** Numbers must fit into 64 bits, as upstream. */
export function parseSemanticVersion(text: string): SemanticVersion | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, major = '0', minor = '0', patch = '0', rest = ''] = match;
  const preRelease = rest === '' ? [] : rest.split('.');
  if (![major, minor, patch, ...preRelease.filter(isNumeric)].every(isUint64)) return undefined;
  return { numbers: [BigInt(major), BigInt(minor), BigInt(patch)], preRelease };
}

function isNumeric(part: string): boolean {
  return /^\d+$/.test(part);
}

function isUint64(digits: string): boolean {
  return digits.length <= 20 && BigInt(digits) < 2n ** 64n;
}

export function isLessVersion(left: SemanticVersion, right: SemanticVersion): boolean {
  for (const index of [0, 1, 2] as const) {
    if (left.numbers[index] !== right.numbers[index]) return left.numbers[index] < right.numbers[index];
  }
  return isEarlierRelease(left.preRelease, right.preRelease);
}

/** A pre-release precedes its release; otherwise the first differing identifier decides, or the shorter list. */
function isEarlierRelease(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return left.length > 0;
  const differing = left.findIndex((part, index) => part !== right[index]);
  if (differing < 0) return left.length < right.length;
  const [one, other] = [left[differing]!, right[differing]];
  if (other === undefined) return false;
  const [isNumber, isOtherNumber] = [isNumeric(one), isNumeric(other)];
  if (isNumber !== isOtherNumber) return isNumber;
  return isNumber ? BigInt(one) < BigInt(other) : one < other;
}
