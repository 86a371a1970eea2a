// Follows pkg/apis/flowcontrol/validation/validation.go (v1.36)

import type { FlowSchema, FlowSchemaSpec } from '../../../../api/flowcontrol/v1.js';
import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { checkDns1123Subdomain, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { mandatoryConfiguration } from '../../../../server/flow-control/index.js';
import { eachItem } from '../../../field-checks.js';
import { goValue } from '../../../types/index.js';
import { validation } from '../../../validation.js';
import { validateConditionTypes } from '../condition-types.js';
import { validatePolicyRules } from './rules-validation.js';

const path = FieldPath.of('spec');
const maxPrecedence = 10_000;
const distinguishers = ['ByNamespace', 'ByUser'];

export const validateFlowSchema = validation<FlowSchema>((schema) => {
  const { metadata, spec } = schema;
  const { name = '' } = metadata;
  return [
    ...validatePrecedence(name, spec.matchingPrecedence),
    ...validateDistinguisher(spec),
    ...validateLevel(spec.priorityLevelConfiguration.name),
    ...eachItem(spec.rules, path.child('rules'), validatePolicyRules),
    ...validateMandatory(name, spec),
    ...validateConditionTypes(schema),
  ];
});

function validatePrecedence(name: string, precedence: number): FieldError[] {
  const place = path.child('matchingPrecedence');
  if (precedence <= 0) return [place.invalid(precedence, 'must be a positive value')];
  if (precedence > maxPrecedence) return [place.invalid(precedence, `must not be greater than ${maxPrecedence}`)];
  if (precedence !== 1 || name === 'exempt') return [];
  return [place.invalid(precedence, "only the schema named 'exempt' may have matchingPrecedence 1")];
}

function validateDistinguisher({ distinguisherMethod: method }: FlowSchemaSpec): FieldError[] {
  if (method === undefined || distinguishers.includes(method.type)) return [];
  const shown = goValue('flowcontrol/v1.FlowDistinguisherMethod', method);
  return [path.child('distinguisherMethod', 'type').notSupported(shown, distinguishers)];
}

function validateLevel(name: string): FieldError[] {
  const place = path.child('priorityLevelConfiguration', 'name');
  return name === '' ? [place.required('must reference a priority level')] : place.check(name, checkDns1123Subdomain);
}

function validateMandatory(name: string, spec: FlowSchemaSpec): FieldError[] {
  const fixed = mandatoryConfiguration().flowSchemas.find(({ metadata }) => metadata.name === name);
  // Flow control declares its configuration read-only, which JSON values are not.
  if (fixed === undefined || jsonEqual(spec, fixed.spec as unknown as JsonObject)) return [];
  return [path.invalid(spec, `spec of '${name}' must equal the fixed value`)];
}
