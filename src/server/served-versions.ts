import type { GroupVersionResource } from '../apimachinery/meta/index.js';
import type { GroupDefinition, ResourceDefinition } from './registry/index.js';

/** Whether a version of a resource is served, given what its definition says. */
export type IsServed = (resource: GroupVersionResource, byDefinition: boolean) => boolean;

/** Returns a group with only the served versions, without resources that have none. */
export function withServedVersions({ name, resources }: GroupDefinition, isServed: IsServed): GroupDefinition {
  const chosen = resources.map((definition) => chooseVersions(name, definition, isServed));
  return { name, resources: chosen.filter(({ versions }) => Object.values(versions).some(({ served }) => served)) };
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
