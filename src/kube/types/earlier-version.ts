import type { ResourceVersion } from '../../server/registry/index.js';
import { type BuiltInVersion, builtInVersion } from './built-in-version.js';

/** From which 1.x on clients are told to leave a version, when it goes, and what there is instead, where they are told that. */
export interface Deprecation {
  readonly since: number;
  readonly until: number;
  readonly replacement?: string;
}

export interface EarlierVersion extends Partial<ResourceVersion> {
  /** Absent while nobody is told. */
  readonly deprecation?: Deprecation;
}

/** A beta or alpha version of a kind that has a stable one: it is served only where --runtime-config says so. */
export function earlierVersion(apiVersion: string, kind: string, more: EarlierVersion): BuiltInVersion {
  const { deprecation, ...parts } = more;
  const warning = deprecation && { deprecationWarning: warningOf(`${apiVersion} ${kind}`, deprecation) };
  return builtInVersion(apiVersion, kind, { ...parts, served: false, ...warning });
}

function warningOf(what: string, { since, until, replacement }: Deprecation): string {
  const instead = replacement === undefined ? '' : `; use ${replacement}`;
  return `${what} is deprecated in v1.${since}+, unavailable in v1.${until}+${instead}`;
}
