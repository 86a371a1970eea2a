// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go (v1.36)

import { type DiscoveryResource, type DiscoverySubresource, storageVersionHash } from '../../server/discovery/index.js';
import {
  type CustomResourceDefinition,
  type DefinitionVersion,
  isTerminating,
  storageVersionOf,
} from '../definition/index.js';

/** In the order that upstream lists them. */
const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const terminatingVerbs = ['delete', 'deletecollection', 'get', 'list', 'watch'];
const subresourceVerbs = ['get', 'patch', 'update'];

/** Returns the discovery description of a definition's resource in one version. */
export function describeDefinition(
  definition: CustomResourceDefinition,
  version: DefinitionVersion,
): DiscoveryResource {
  const { spec, status } = definition;
  const { plural, singular = '', kind, shortNames, categories } = status.acceptedNames;
  const hash = hashOf(definition);
  return {
    name: plural,
    singularName: singular,
    kind,
    scope: spec.scope,
    responseVersion: { group: spec.group, version: version.name },
    verbs: isTerminating(definition) ? terminatingVerbs : verbs,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(hash !== undefined && { storageVersionHash: hash }),
    subresources: subresourcesOf(version, kind),
  };
}

function subresourcesOf({ subresources = {} }: DefinitionVersion, kind: string): DiscoverySubresource[] {
  const { status, scale } = subresources;
  return [
    ...(status ? [{ name: 'status', kind, verbs: subresourceVerbs }] : []),
    ...(scale ? [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: subresourceVerbs }] : []),
  ];
}

/** A storage version that is not served has no hash in discovery. */
function hashOf(definition: CustomResourceDefinition): string | undefined {
  const { spec } = definition;
  const version = storageVersionOf(definition);
  const isServed = spec.versions.some(({ name, served }) => name === version && served);
  return version !== undefined && isServed
    ? storageVersionHash({ group: spec.group, version, kind: spec.names.kind })
    : undefined;
}
