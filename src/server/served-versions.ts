import type { GroupVersionResource } from '../apimachinery/meta/index.js';
import { compareReleases, parseVersion, type Release } from './feature-gates/index.js';
import type { GroupDefinition, ResourceDefinition, ResourceVersion } from './registry/index.js';

/** Whether a version of a resource is served, given what its definition says. */
export type IsServed = (resource: GroupVersionResource, byDefinition: boolean) => boolean;

/** Returns a group with only the served versions, without resources that have none. */
export function withServedVersions({ name, resources }: GroupDefinition, isServed: IsServed): GroupDefinition {
  const chosen = resources.map((definition) => chooseVersions(name, definition, isServed));
  return { name, resources: chosen.filter(hasServedVersion) };
}

/**
 * Returns a group whose objects servers of a release can read: they are stored in the first version that it had. Other
 * definitions are not copied.
 */
export function storedForRelease({ name, resources }: GroupDefinition, release: Release): GroupDefinition {
  return { name, resources: resources.map((definition) => withReadableStorage(definition, release)) };
}

const withReadableStorage = remembered((definition, release: Release): ResourceDefinition => {
  // As upstream: a storage version that is set explicitly is used whatever the release.
  if (definition.storageVersion !== undefined) return definition;
  const { versions } = definition;
  const isKnown = (version: string): boolean => !version.includes('/') && !isLater(versions[version]!, release);
  const current = Object.keys(versions)[0]!;
  if (current.includes('/') || isKnown(current)) return definition;
  const storageVersion = Object.keys(versions).find(isKnown);
  // Servers of the release do not have the kind at all.
  if (storageVersion === undefined) return definition;
  return { ...definition, storageVersion, workingVersion: definition.workingVersion ?? current };
});

function isLater({ introduced }: ResourceVersion, release: Release): boolean {
  return introduced !== undefined && compareReleases(parseVersion(introduced), release) > 0;
}

function isRemoved({ removed }: ResourceVersion, release: Release | undefined): boolean {
  return removed !== undefined && (!release || compareReleases(parseVersion(removed), release) <= 0);
}

/**
 * Returns a group without the versions that were introduced after a release, and without those that it had removed.
 * Undefined: the latest release. Other definitions are not copied.
 */
export function asOfRelease({ name, resources }: GroupDefinition, release: Release | undefined): GroupDefinition {
  const remaining = resources.map((definition) => withVersionsOf(definition, release));
  return { name, resources: remaining.filter(hasServedVersion) };
}

const withVersionsOf = remembered((definition, release: Release | undefined): ResourceDefinition => {
  const isAbsent = (version: ResourceVersion): boolean =>
    version.served !== false && (isRemoved(version, release) || (release !== undefined && isLater(version, release)));
  const versions = Object.entries(definition.versions);
  if (!versions.some(([, version]) => isAbsent(version))) return definition;
  const chosen = versions.map(([key, version]) => [key, isAbsent(version) ? { ...version, served: false } : version]);
  return { ...definition, versions: Object.fromEntries(chosen) as ResourceDefinition['versions'] };
});

function hasServedVersion({ versions }: ResourceDefinition): boolean {
  return Object.values(versions).some(({ served = true }) => served);
}

function chooseVersions(group: string, definition: ResourceDefinition, isServed: IsServed): ResourceDefinition {
  const versions = Object.entries(definition.versions).map(([version, content]) => {
    const byDefinition = content.served ?? true;
    // A version that is named with its group belongs to another group, and is only stored.
    const isForeign = version.includes('/');
    const served = isForeign ? byDefinition : isServed({ group, version, resource: definition.plural }, byDefinition);
    return [version, { ...content, served }] as const;
  });
  return { ...definition, versions: Object.fromEntries(versions) };
}

/** The servers of a process mostly have the same definitions and release: what is derived from both is shared. */
function remembered<Of extends Release | undefined>(
  derive: (from: ResourceDefinition, release: Of) => ResourceDefinition,
) {
  const known = new WeakMap<ResourceDefinition, { readonly release: Of; readonly derived: ResourceDefinition }>();
  return (from: ResourceDefinition, release: Of): ResourceDefinition => {
    const last = known.get(from);
    if (last && (last.release === release || (last.release && release && compareReleases(last.release, release) === 0)))
      return last.derived;
    const derived = derive(from, release);
    known.set(from, { release, derived });
    return derived;
  };
}
