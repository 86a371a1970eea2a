// Follows staging/src/k8s.io/pod-security-admission/api/helpers.go (v1.36)

/** Pod security levels, from the most permissive. */
const levels = ['privileged', 'baseline', 'restricted'] as const;
export type Level = (typeof levels)[number];

/** A level, pinned to a version of Kubernetes. */
export interface LevelVersion {
  readonly level: Level;
  /** `latest`, or `v1.<minor>`. */
  readonly version: string;
}

export const latest = 'latest';

const maxMinor = 2n ** 63n - 1n;

export function isLevel(text: string): text is Level {
  return (levels as readonly string[]).includes(text);
}

export function isVersion(text: string): boolean {
  if (text === latest) return true;
  const [, minor] = /^v1\.(\d|[1-9]\d*)$/.exec(text) ?? [];
  return minor !== undefined && minor.length < 20 && BigInt(minor) <= maxMinor;
}

export const levelProblem = `must be one of ${levels.join(', ')}`;
export const versionProblem = 'must be "latest" or "v1.x"';

/** `latest` compares greater than all versions. */
export function minorOf(version: string): number {
  return version === latest ? Number.POSITIVE_INFINITY : Number(version.slice('v1.'.length));
}

export function isStricter(level: Level, than: Level): boolean {
  return levels.indexOf(level) > levels.indexOf(than);
}

export function isSame(a: LevelVersion, b: LevelVersion): boolean {
  return a.level === b.level && a.version === b.version;
}

/** `baseline:v1.30`. */
export function levelVersionText({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}
