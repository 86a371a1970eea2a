// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema/nonstructuralschema_controller.go (v1.36)

import { checkStructural } from '../../apimachinery/schema/index.js';
import { aggregateMessage, type FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import {
  type CustomResourceDefinition,
  type DefinitionStatus,
  findCondition,
  removeCondition,
  setCondition,
} from '../definition/index.js';

/**
 * Sets NonStructuralSchema with the violations of a definition's schemas. Only definitions that predate
 * apiextensions.k8s.io/v1 and preserve unknown fields can have any; others are validated when they are written.
 */
export function decideNonStructuralSchema(definition: CustomResourceDefinition, now: number): DefinitionStatus {
  const { spec, status } = definition;
  if (!spec.preserveUnknownFields && !findCondition(definition, 'NonStructuralSchema')) return status;
  const errors = violationsOf(definition);
  if (errors.length === 0) return removeCondition(status, 'NonStructuralSchema');
  const violations = { reason: 'Violations', message: aggregateMessage(errors) };
  return setCondition(status, { type: 'NonStructuralSchema', status: 'True', ...violations }, now);
}

function violationsOf({ spec }: CustomResourceDefinition): FieldError[] {
  const path = FieldPath.root.child('spec');
  const errors = spec.versions.flatMap(({ schema }, index) => {
    const at = path.child('versions').index(index).child('schema').child('openAPIV3Schema');
    return schema?.openAPIV3Schema ? checkStructural(schema.openAPIV3Schema, at) : [];
  });
  if (!spec.preserveUnknownFields) return errors;
  return [path.child('preserveUnknownFields').invalid(true, 'must be false'), ...errors];
}
