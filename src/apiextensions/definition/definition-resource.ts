import { resolveIn } from '../../apimachinery/schema/index.js';
import { defineResource, type ResourceDefinition } from '../../server/registry/index.js';
import { applyDefinitionDefaults } from './defaults.js';
import { definitionComponents, definitionSchema } from './openapi-components.js';
import { emptySpec, emptyStatus, shapeDefinition } from './shape.js';
import { definitionStatusStrategy, definitionStrategy } from './strategy.js';

/** The resource `customresourcedefinitions` of the group apiextensions.k8s.io. */
export function customResourceDefinitions(): ResourceDefinition {
  const components = definitionComponents();
  return defineResource({
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    scope: 'Cluster',
    strategy: definitionStrategy(),
    subresources: { status: { verbs: ['get', 'update', 'patch'], strategy: definitionStatusStrategy() } },
    versions: {
      v1: {
        schema: definitionSchema(),
        resolveReference: resolveIn(components),
        emptyFields: { spec: emptySpec, status: emptyStatus },
        applyDefaults: applyDefinitionDefaults,
        shape: shapeDefinition,
      },
    },
  });
}
