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
  commonKindsIn: (_, registered) => registered.filter(({ group }) => !serverGroups.has(group)),
  sharedSchemas: 'own',
};

/** Groups of servers and their plug-ins: clients do not register their kinds. */
const serverGroups: ReadonlySet<string> = new Set([
  'admission.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'imagepolicy.k8s.io',
]);

export const unstructuredPublishing: Publishing = {
  shapeOf: (verb) => unstructuredShapes[verb],
  consumes: jsonAndYaml,
  produces: () => jsonAndYaml,
  documents: definitionDocuments,
};
