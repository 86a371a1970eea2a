import type { GroupVersionResource } from '../apimachinery/meta/index.js';
import type { GroupDefinition, ResourceDefinition } from './registry/index.js';

/** Whether a version of a resource is served, told what its definition says. */
export type IsServed = (resource: GroupVersionResource, byDefinition: boolean) => boolean;

/** A group with the versions that are to be served, and without resources of which none is. */
export function withServedVersions({ name, resources }: GroupDefinition, isServed: IsServed): GroupDefinition {
  const chosen = resources.map((definition) => chooseVersions(name, definition, isServed));
  return { name, resources: chosen.filter(({ versions }) => Object.values(versions).some(({ served }) => served)) };
}

function chooseVersions(group: string, definition: ResourceDefinition, isServed: IsServed): ResourceDefinition {
  const versions = Object.entries(definition.versions).map(([version, content]) => {
    const byDefinition = content.served ?? true;
    // What is named with its group is that of another one, and only stored.
    const isForeign = version.includes('/');
    const served = isForeign ? byDefinition : isServed({ group, version, resource: definition.plural }, byDefinition);
    return [version, { ...content, served }] as const;
  });
  return { ...definition, versions: Object.fromEntries(versions) };
}
