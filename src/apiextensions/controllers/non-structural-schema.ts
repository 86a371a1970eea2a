import { checkStructural } from '../../apimachinery/schema/index.js';
import { type FieldError, FieldPath, fieldErrorMessage, invalidValue } from '../../apimachinery/validation/index.js';
import {
  type CustomResourceDefinition,
  type DefinitionStatus,
  removeCondition,
  setCondition,
} from '../definition/index.js';

/** Says what keeps a definition from having structural schemas: NonStructuralSchema. Only old ones can be so. */
export function decideNonStructuralSchema(definition: CustomResourceDefinition, now: number): DefinitionStatus {
  const { status } = definition;
  const errors = violationsOf(definition);
  if (errors.length === 0) return removeCondition(status, 'NonStructuralSchema');
  const messages = [...new Set(errors.map(fieldErrorMessage))];
  const message = messages.length === 1 ? messages[0]! : `[${messages.join(', ')}]`;
  return setCondition(status, { type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message }, now);
}

function violationsOf({ spec }: CustomResourceDefinition): FieldError[] {
  const path = FieldPath.root.child('spec');
  const errors = spec.versions.flatMap(({ schema }, index) => {
    const at = path.child('versions').index(index).child('schema').child('openAPIV3Schema');
    return schema?.openAPIV3Schema ? checkStructural(schema.openAPIV3Schema, at) : [];
  });
  if (!spec.preserveUnknownFields) return errors;
  return [invalidValue(path.child('preserveUnknownFields'), true, 'must be false'), ...errors];
}
