import { defineResource, Resource, type ScalePaths } from '../../server/registry/index.js';
import { type CustomResourceDefinition, findVersion, type ScaleSubresource } from '../definition/index.js';

const subresourceVerbs = ['get', 'update', 'patch'] as const;

/** The resource of a definition in one version, as OpenAPI documents describe it. Nobody can store objects in it. */
export function describeResource(definition: CustomResourceDefinition, versionName: string): Resource {
  const { group, names, scope } = definition.spec;
  const { schema, subresources, selectableFields = [] } = findVersion(definition, versionName) ?? {};
  const openApiSchema = schema?.openAPIV3Schema;
  const { status, scale } = subresources ?? {};
  return new Resource(
    group,
    defineResource({
      ...names,
      scope,
      isCustom: true,
      versions: { [versionName]: openApiSchema ? { schema: openApiSchema } : {} },
      selectableFields: selectableFields.map(({ jsonPath }) => withoutDot(jsonPath)),
      subresources: {
        ...(status && { status: { verbs: subresourceVerbs } }),
        ...(scale && { scale: { verbs: subresourceVerbs, paths: pathsOf(scale) } }),
      },
    }),
  );
}

function pathsOf({ specReplicasPath, statusReplicasPath }: ScaleSubresource): ScalePaths {
  return { specReplicas: withoutDot(specReplicasPath), statusReplicas: withoutDot(statusReplicasPath) };
}

function withoutDot(path: string): string {
  return path.replace(/^\./, '');
}
