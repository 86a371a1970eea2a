// Follows pkg/registry/flowcontrol/flowschema/strategy.go (v1.36)
// Follows pkg/apis/flowcontrol/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/flowcontrol/validation/validation.go (v1.36)

import type { FlowSchema, FlowSchemaSpec } from '../../../../api/flowcontrol/v1.js';
import { findCondition, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { checkDns1123Subdomain, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { mandatoryConfiguration } from '../../../../server/flow-control/index.js';
import { specAndStatus, type ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { eachItem } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { goValue } from '../../../types/index.js';
import { validateMetadata } from '../../../validation.js';
import { validateConditionTypes } from '../condition-types.js';
import { validatePolicyRules } from './rules-validation.js';

const defaultPrecedence = 1000;

export const flowSchemas = builtInResource<FlowSchema>('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
  plural: 'flowschemas',
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn('PriorityLevel', 'spec.priorityLevelConfiguration.name'),
    textColumn('MatchingPrecedence', 'spec.matchingPrecedence'),
    textColumn('DistinguisherMethod', ({ spec }) => spec.distinguisherMethod?.type ?? '<none>', {
      field: 'spec.distinguisherMethod',
    }),
    ageColumn,
    textColumn('MissingPL', danglingText, 'references a broken or non-existent PriorityLevelConfiguration'),
  ],
  rowOrder: (one, other) => one.spec.matchingPrecedence - other.spec.matchingPrecedence,
  applyDefaults: ({ spec }) => {
    spec.matchingPrecedence ||= defaultPrecedence;
  },
  strategies: specAndStatus<FlowSchema>(
    {
      validate: validateFlowSchema,
      validateUpdate: ({ object }, context) => validateFlowSchema(object, context),
    },
    { validateStatus: ({ object }) => validateConditionTypes(object) },
  ),
});

function danglingText({ status }: FlowSchema): string {
  return findCondition(status.conditions, 'Dangling')?.status ?? '?';
}

const path = FieldPath.of('spec');
const maxPrecedence = 10_000;
const distinguishers = ['ByNamespace', 'ByUser'];

function validateFlowSchema(schema: FlowSchema, context: ValidationContext): FieldError[] {
  const { metadata, spec } = schema;
  const { name = '' } = metadata;
  return [
    ...validateMetadata(schema, context),
    ...validatePrecedence(name, spec.matchingPrecedence),
    ...validateDistinguisher(spec),
    ...validateLevel(spec.priorityLevelConfiguration.name),
    ...eachItem(spec.rules, path.child('rules'), validatePolicyRules),
    ...validateMandatory(name, spec),
    ...validateConditionTypes(schema),
  ];
}

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
