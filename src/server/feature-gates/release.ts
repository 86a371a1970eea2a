// Follows staging/src/k8s.io/apimachinery/pkg/util/version/version.go (v1.36)

/** A minor release, such as 1.36. */
export interface Release {
  readonly major: number;
  readonly minor: number;
}

/** A version as it was written, which may have more than two components. */
export interface WrittenVersion extends Release {
  readonly patch: number;
  readonly text: string;
}

/** Negative: `left` is older. */
export function compareReleases(left: Release, right: Release): number {
  return left.major - right.major || left.minor - right.minor;
}

export function formatRelease({ major, minor }: Release): string {
  return `${major}.${minor}`;
}

/** The release before; that before 1.0 is 1.0. */
export function previousRelease({ major, minor }: Release): Release {
  return { major, minor: Math.max(0, minor - 1) };
}

/** Parses two or more numeric components, such as `1.36` or `v1.36.4-rc.1`. Throws an Error that states the problem. */
export function parseVersion(text: string): WrittenVersion {
  const [start = '', numbers] = /^\s*v?(\d+(?:\.\d+)*)/.exec(text) ?? [];
  const extra = text.slice(start.length);
  if (numbers === undefined || extra.includes('\n'))
    throw new Error(`could not parse ${JSON.stringify(text)} as version`);
  const components = numbers.split('.');
  if (components.length < 2) throw new Error(`illegal version string ${JSON.stringify(text)}`);
  if (/^0\d/.test(numbers)) {
    const component = JSON.stringify(components[0]);
    throw new Error(`illegal zero-prefixed version component ${component} in ${JSON.stringify(text)}`);
  }
  const [major = 0, minor = 0, patch = 0, ...more] = components.map((component) => parseComponent(component, text));
  const isSemantic = components.length === 3 && isSuffix(extra);
  const shown = components.length === 2 ? [major, minor] : [major, minor, patch, ...more];
  return { major, minor, patch, text: shown.join('.') + (isSemantic ? extra.trimEnd() : '') };
}

const maxComponent = 2n ** 64n - 1n;

function parseComponent(component: string, text: string): number {
  if (component.length < 16 || BigInt(component) <= maxComponent) return Number(component);
  const quoted = JSON.stringify(component);
  const problem = `strconv.ParseUint: parsing ${quoted}: value out of range`;
  throw new Error(`illegal non-numeric version component ${quoted} in ${JSON.stringify(text)}: ${problem}`);
}

/** Pre-release and build metadata of a semantic version. */
function isSuffix(text: string): boolean {
  const [release = '', build, ...more] = text.trimEnd().split('+');
  const isPreRelease = release === '' || (release.startsWith('-') && areIdentifiers(release.slice(1)));
  return isPreRelease && (build === undefined || areIdentifiers(build)) && more.length === 0;
}

function areIdentifiers(text: string): boolean {
  return text.split('.').every((identifier) => /^[0-9A-Za-z-]+$/.test(identifier));
}
