// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/etcd.go (v1.36)

import { type Dialect, kindsOfGroup } from '../../server/dialect/index.js';
import { defineResource, type ResourceDefinition } from '../../server/registry/index.js';
import { applyDefinitionDefaults } from './defaults.js';
import { formerApiVersion, fromFormerVersion } from './former-version.js';
import { definitionSchema } from './openapi-schema.js';
import { emptySpec, emptyStatus, shapeDefinition } from './shape.js';
import { definitionStatusStrategy, definitionStrategy } from './strategy.js';
import { toFormerVersion } from './to-former-version.js';

/** Definitions are typed objects, in a scheme of their own. */
const dialect: Dialect = {
  kinds: kindsOfGroup('pkg/apiserver/apiserver.go:55', {
    group: 'apiextensions.k8s.io',
    versions: ['v1', 'v1beta1'],
    kinds: ['CustomResourceDefinition', 'CustomResourceDefinitionList', 'ConversionReview'],
  }),
};

/** How definitions are stored: as they are served, or as kube-apiserver stores them, which may share the store. */
export type StoredDefinitions = 'as served' | 'as upstream';

const known = new Map<StoredDefinitions, ResourceDefinition>();

/** The resource `customresourcedefinitions` of the group apiextensions.k8s.io, shared by the servers of a process. */
export function customResourceDefinitions(stored: StoredDefinitions = 'as served'): ResourceDefinition {
  const definition = known.get(stored) ?? define(stored);
  known.set(stored, definition);
  return definition;
}

function define(stored: StoredDefinitions): ResourceDefinition {
  return defineResource({
    kind: 'CustomResourceDefinition',
    plural: 'customresourcedefinitions',
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    scope: 'Cluster',
    dialect,
    hashedVersion: 'v1beta1',
    ...(stored === 'as upstream' && { storedIn: { apiVersion: formerApiVersion, convert: toFormerVersion } }),
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
