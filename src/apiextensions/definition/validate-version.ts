// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { DefinitionVersion } from './custom-resource-definition.js';
import { deprecationWarningProblems } from './deprecation-warning.js';
import type { SharedNodes } from './shared-nodes.js';
import type { Tolerance } from './tolerance.js';
import { validatePrinterColumns } from './validate-printer-columns.js';
import { validateSchema } from './validate-schema.js';
import { validateSelectableFields } from './validate-selectable-fields.js';
import { validateSubresources } from './validate-subresources.js';

export interface VersionOptions {
  readonly tolerance: Tolerance;
  readonly hasStatus: boolean;
  /** Name of the version, or of the first one for shared fields. */
  readonly versionName: string;
}

export function validateVersion(version: DefinitionVersion, path: FieldPath, options: VersionOptions): FieldError[] {
  const { deprecated = false, deprecationWarning, selectableFields = [] } = version;
  const problems = deprecationWarningProblems(deprecated, deprecationWarning);
  const warningPath = path.child('deprecationWarning');
  return [
    ...problems.map((problem) => warningPath.invalid(deprecationWarning ?? null, problem)),
    ...validateFields(version, path, { ...options, schemaName: 'schema' }),
    ...(selectableFields.length === 0 ? [] : validateVersionSelection(version, path, options)),
  ];
}

/** Validates the fields that all versions share. */
export function validateSharedFields(shared: SharedNodes, path: FieldPath, options: VersionOptions): FieldError[] {
  const { selectableFields = [] } = shared;
  return [
    ...validateFields(shared, path, { ...options, schemaName: 'validation' }),
    ...(selectableFields.length === 0 ? [] : validateSharedSelection(shared, path, options)),
  ];
}

function validateFields(
  { schema, subresources, additionalPrinterColumns = [] }: SharedNodes,
  path: FieldPath,
  { tolerance, hasStatus, versionName, schemaName }: VersionOptions & { schemaName: string },
): FieldError[] {
  const isUnchanged = tolerance.unchangedVersions.has(versionName);
  const schemaPath = path.child(schemaName, 'openAPIV3Schema');
  const { openAPIV3Schema } = schema ?? {};
  return [
    ...(openAPIV3Schema ? validateSchema(openAPIV3Schema, schemaPath, { tolerance, hasStatus, isUnchanged }) : []),
    ...(subresources ? validateSubresources(subresources, path.child('subresources')) : []),
    ...validatePrinterColumns(additionalPrinterColumns, path.child('additionalPrinterColumns')),
  ];
}

function validateVersionSelection(
  { schema, selectableFields = [] }: SharedNodes,
  versionPath: FieldPath,
  { tolerance, versionName }: VersionOptions,
): FieldError[] {
  const path = versionPath.child('selectableFields');
  const { openAPIV3Schema } = schema ?? {};
  if (openAPIV3Schema === undefined) {
    // Upstream's text.
    return [path.invalid('', 'may only be set when `version.schema.openAPIV3Schema` is not included')];
  }
  const mayBeMany = tolerance.manySelectableFields.has(versionName);
  return validateSelectableFields(selectableFields, path, { schema: openAPIV3Schema, mayBeMany });
}

function validateSharedSelection(
  { schema, selectableFields = [] }: SharedNodes,
  specPath: FieldPath,
  { tolerance }: VersionOptions,
): FieldError[] {
  const path = specPath.child('selectableFields');
  if (schema === undefined) {
    return [path.invalid('', 'may only be set when validations.schema is included')];
  }
  const mayBeMany = tolerance.manySelectableFields.has('');
  return validateSelectableFields(selectableFields, path, { schema: schema.openAPIV3Schema ?? {}, mayBeMany });
}
