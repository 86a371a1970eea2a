import { defineResource, type ResourceDefinition } from '../../server/registry/index.js';
import { applyDefinitionDefaults } from './defaults.js';
import { formerApiVersion, fromFormerVersion } from './former-version.js';
import { definitionSchema } from './openapi-schema.js';
import { emptySpec, emptyStatus, shapeDefinition } from './shape.js';
import { definitionStatusStrategy, definitionStrategy } from './strategy.js';

/** The resource `customresourcedefinitions` of the group apiextensions.k8s.io. */
export function customResourceDefinitions(): ResourceDefinition {
  return defineResource({
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    scope: 'Cluster',
    hashedVersion: 'v1beta1',
    strategy: definitionStrategy(),
    subresources: { status: { verbs: ['get', 'update', 'patch'], strategy: definitionStatusStrategy() } },
    versions: {
      v1: {
        schema: definitionSchema(),
        emptyFields: { spec: emptySpec, status: emptyStatus },
        applyDefaults: applyDefinitionDefaults,
        shape: shapeDefinition,
      },
      // Named with its group, so that it is only read from storage: no flag enables serving it.
      [formerApiVersion]: { served: false, toHub: fromFormerVersion },
    },
  });
}
