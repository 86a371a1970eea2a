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

function withReadableStorage(definition: ResourceDefinition, release: Release): ResourceDefinition {
  const { versions } = definition;
  const isKnown = (version: string): boolean => !version.includes('/') && !isLater(versions[version]!, release);
  const current = definition.storageVersion ?? Object.keys(versions)[0]!;
  if (current.includes('/') || isKnown(current)) return definition;
  const storageVersion = Object.keys(versions).find(isKnown);
  // Servers of the release do not have the kind at all.
  if (storageVersion === undefined) return definition;
  return { ...definition, storageVersion, workingVersion: definition.workingVersion ?? current };
}

function isLater({ introduced }: ResourceVersion, release: Release): boolean {
  return introduced !== undefined && compareReleases(parseVersion(introduced), release) > 0;
}

/** Returns a group without the versions that were introduced after a release. Other definitions are not copied. */
export function withoutLaterVersions({ name, resources }: GroupDefinition, release: Release): GroupDefinition {
  const remaining = resources.flatMap((definition) => {
    const versions = Object.entries(definition.versions);
    if (!versions.some(([, version]) => isLater(version, release))) return [definition];
    const chosen = versions.map(([key, version]) => [
      key,
      isLater(version, release) ? { ...version, served: false } : version,
    ]);
    return [{ ...definition, versions: Object.fromEntries(chosen) as ResourceDefinition['versions'] }];
  });
  return { name, resources: remaining.filter(hasServedVersion) };
}

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
