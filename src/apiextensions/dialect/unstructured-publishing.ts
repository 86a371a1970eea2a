// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (v1.36)

import type { DocumentStyle, Publishing, VerbShape } from '../../server/dialect/index.js';
import { jsonAndYaml, listParameters, readParameters, shapes } from '../../server/openapi/index.js';

const { takes: _, ...deletecollection } = shapes.deletecollection;

/** Upstream publishes other parameters for custom resources, and no watch operations. */
const unstructuredShapes: Readonly<Record<string, VerbShape>> = {
  ...shapes,
  get: { ...shapes.get, parameters: readParameters },
  deletecollection: { ...deletecollection, parameters: listParameters },
  patch: { ...shapes.patch, statuses: ['200'] },
};

/** A document of custom resources only. Built-in resources take precedence over custom ones. */
const definitionDocuments: DocumentStyle = {
  precedence: -1,
  info: () => ({ title: 'Kubernetes CRD Swagger', version: 'v0.1.0' }),
  discoveryPaths: 'omitted',
  securitySchemes: 'omitted',
  commonKindsIn: () => [],
  sharedSchemas: 'own',
};

export const unstructuredPublishing: Publishing = {
  shapeOf: (verb) => unstructuredShapes[verb],
  consumes: jsonAndYaml,
  produces: () => jsonAndYaml,
  documents: definitionDocuments,
};
