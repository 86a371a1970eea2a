// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { checkDns1123Subdomain, type FieldError, type FieldPath } from '../../apimachinery/validation/index.js';
import type { DefinitionSpec, DefinitionVersion, Subresources } from './custom-resource-definition.js';
import { goVersions } from './go-versions.js';
import { type SharedForm, shareNodes } from './shared-nodes.js';
import { hasDefaults, schemasOf, type Tolerance } from './tolerance.js';
import { validateConversion } from './validate-conversion.js';
import { requireNames, validateLabel, validateNames } from './validate-names.js';
import { validateSharedFields, validateVersion } from './validate-version.js';

const scopes = ['Cluster', 'Namespaced'];

export function validateSpec(spec: DefinitionSpec, path: FieldPath, tolerance: Tolerance): FieldError[] {
  const form = shareNodes(spec);
  const firstName = spec.versions[0]?.name ?? '';
  const hasStatus = [form.shared, ...form.versions].some(({ subresources }) => hasStatusIn(subresources));
  return [
    ...validateGroup(spec.group, path.child('group')),
    ...validateScope(spec.scope, path.child('scope')),
    ...requireSchemas(spec, path.child('versions'), tolerance),
    ...validateDefaultsAllowed(spec, path),
    ...validateVersions(form, path.child('versions'), tolerance),
    ...validateVersionList(form.versions, path),
    ...requireNames(spec.names, path.child('names')),
    ...validateNames(spec.names, path.child('names')),
    ...validateSharedFields(form.shared, path, { tolerance, hasStatus, versionName: firstName }),
    ...validateConversionOf(spec, path.child('conversion'), tolerance),
  ];
}

function validateGroup(group: string, path: FieldPath): FieldError[] {
  if (group === '') return [path.required()];
  const problems = checkDns1123Subdomain(group);
  if (problems.length > 0) return [path.invalid(group, problems.join(','))];
  return group.includes('.') ? [] : [path.invalid(group, 'should be a domain with at least one dot')];
}

function validateScope(scope: string, path: FieldPath): FieldError[] {
  if (scope === '') return [path.required()];
  return scopes.includes(scope) ? [] : [path.notSupported(scope, scopes)];
}

/** Every version needs a schema; if some had none before, only served versions do. */
function requireSchemas(spec: DefinitionSpec, path: FieldPath, { missingSchemas }: Tolerance): FieldError[] {
  if (missingSchemas && spec.preserveUnknownFields) return [];
  const detail = missingSchemas ? 'because otherwise all fields are pruned' : '';
  return spec.versions.flatMap(({ schema, served }, index) => {
    const mayBeMissing = schema?.openAPIV3Schema !== undefined || (missingSchemas && !served);
    return mayBeMissing ? [] : [path.index(index).child('schema', 'openAPIV3Schema').required(detail)];
  });
}

function validateDefaultsAllowed(spec: DefinitionSpec, path: FieldPath): FieldError[] {
  if (!spec.preserveUnknownFields || !schemasOf(spec).some(hasDefaults)) return [];
  return [path.child('preserveUnknownFields').invalid(true, 'must be false in order to use defaults in the schema')];
}

function validateVersions(form: SharedForm, path: FieldPath, tolerance: Tolerance): FieldError[] {
  const isPerVersion = form.versions.some(({ subresources }) => subresources !== undefined);
  return form.versions.flatMap((version, index) => {
    const { subresources } = isPerVersion ? version : form.shared;
    const options = { tolerance, hasStatus: hasStatusIn(subresources), versionName: version.name };
    return [
      ...validateLabel(version.name, path.index(index).child('name')),
      ...validateVersion(version, path.index(index), options),
    ];
  });
}

function hasStatusIn(subresources: Subresources | undefined): boolean {
  return subresources?.status !== undefined;
}

/** Checks the list of versions. Kubernetes' internal type also has the first version's name in `spec.version`. */
function validateVersionList(versions: readonly DefinitionVersion[], specPath: FieldPath): FieldError[] {
  const path = specPath.child('versions');
  const errors: FieldError[] = [];
  const names = new Set(versions.map(({ name }) => name));
  if (names.size < versions.length) {
    errors.push(path.invalid(goVersions(versions), 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.push(path.invalid(goVersions(versions), 'must have exactly one version marked as storage version'));
  }
  const first = versions[0]?.name ?? '';
  return first === '' ? errors : [...errors, ...validateLabel(first, specPath.child('version'))];
}

function validateConversionOf(spec: DefinitionSpec, path: FieldPath, tolerance: Tolerance): FieldError[] {
  const { conversion, preserveUnknownFields } = spec;
  if (conversion === undefined) return [];
  const { strategy } = conversion;
  const unpruned =
    strategy !== 'None' && preserveUnknownFields
      ? [path.child('strategy').invalid(strategy, 'must be None if spec.preserveUnknownFields is true')]
      : [];
  const options = { mustKnowReviews: !tolerance.unknownReviews, mustHaveValidCa: !tolerance.invalidCa };
  return [...unpruned, ...validateConversion(conversion, path, options)];
}
