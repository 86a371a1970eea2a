import type { ResourceVersion } from '../../server/registry/index.js';
import { type BuiltInVersion, builtInVersion } from './built-in-version.js';

/**
 * The 1.x minor versions in which an API version is deprecated and removed, and its replacement, if upstream names one.
 */
export interface Deprecation {
  readonly since: number;
  readonly until: number;
  readonly replacement?: string;
}

export interface EarlierVersion extends Partial<ResourceVersion> {
  /** Unset: no warning. */
  readonly deprecation?: Deprecation;
}

/** A beta or alpha version of a kind with a stable version: served only if --runtime-config enables it. */
export function earlierVersion(apiVersion: string, kind: string, more: EarlierVersion): BuiltInVersion {
  const { deprecation, ...parts } = more;
  const warning = deprecation && { deprecationWarning: warningOf(`${apiVersion} ${kind}`, deprecation) };
  return builtInVersion(apiVersion, kind, { ...parts, served: false, ...warning });
}

function warningOf(what: string, { since, until, replacement }: Deprecation): string {
  const instead = replacement === undefined ? '' : `; use ${replacement}`;
  return `${what} is deprecated in v1.${since}+, unavailable in v1.${until}+${instead}`;
}
