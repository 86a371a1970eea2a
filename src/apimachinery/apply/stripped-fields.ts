// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/stripmeta.go (v1.36)

import { FieldSet } from './field-set.js';
import { fieldElement } from './path-element.js';

const metadata = fieldElement('metadata');

/** Fields that identify the object or that the server maintains: they have no owner. */
export const strippedFields = FieldSet.fromPaths(
  [fieldElement('apiVersion')],
  [fieldElement('kind')],
  [metadata],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => [metadata, fieldElement(name)]),
);
