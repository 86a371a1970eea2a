// Follows pkg/registry/storagemigration/storagemigration/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/storagemigration/validation/validation.go (v1.36)

import type { StorageVersionMigration } from '../../../../api/storagemigration/v1beta1.js';
import { isConditionTrue } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1035Label,
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  validateConditions,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { type Replacement, specAndStatus, type ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { nameColumn, textColumn } from '../../../printing/index.js';
import { updateValidation, validateMetadata, validateMetadataUpdate } from '../../../validation.js';

/** A request to rewrite the stored objects of a resource; kube-controller-manager does so. */
export const storageVersionMigrations = builtInResource<StorageVersionMigration>(
  'storagemigration.k8s.io/v1beta1',
  'StorageVersionMigration',
  {
    plural: 'storageversionmigrations',
    scope: 'Cluster',
    featureGate: 'StorageVersionMigrator',
    introduced: '1.35',
    columns: [
      { ...nameColumn, format: '' },
      textColumn<StorageVersionMigration>('Resource', resourceText, 'GroupResource to migrate'),
      textColumn<StorageVersionMigration>('Status', statusText, 'Status of the migration'),
    ],
    strategies: specAndStatus<StorageVersionMigration>(
      {
        allowUnconditionalUpdate: false,
        validate: validateMigration,
        validateUpdate: ({ object, old }, context) => [
          ...validateMigration(object, context),
          ...validateMetadataUpdate(object, context),
          ...validateImmutableField(object.spec, old.spec, FieldPath.of('spec')),
        ],
      },
      { generation: 'absent', validateStatus: updateValidation(validateMigrationStatus) },
    ),
  },
);

function resourceText({ spec: { resource } }: StorageVersionMigration): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}

const states = ['Running', 'Failed', 'Succeeded'];

function statusText({ status: { conditions = [] } }: StorageVersionMigration): string {
  return conditions.findLast(({ type, status: value }) => value === 'True' && states.includes(type))?.type ?? 'Unknown';
}

const resourcePath = FieldPath.of('spec', 'resource');
const conditionsPath = FieldPath.of('status', 'conditions');
const revisionPath = FieldPath.of('status', 'resourceVersion');

function validateMigration(object: StorageVersionMigration, context: ValidationContext): FieldError[] {
  const { resource, group } = object.spec.resource;
  const resourceProblems = checkDns1035Label(resource).join(',');
  const groupProblems = group === '' ? '' : checkDns1123Subdomain(group).join(',');
  const errors = [...validateMetadata(object, context)];
  const path = resourcePath.child('resource');
  if (resource === '') errors.push(path.required('resource is required to be set'));
  else if (resourceProblems) errors.push(path.invalid(resource, resourceProblems));
  if (groupProblems) errors.push(resourcePath.child('group').invalid(group, groupProblems));
  return errors;
}

function validateMigrationStatus({ object, old }: Replacement<StorageVersionMigration>): FieldError[] {
  const { conditions = [], resourceVersion = '' } = object.status;
  const { resourceVersion: before = '' } = old.status;
  const isWellFormed = resourceVersion === '' || /^[1-9]\d*$/.test(resourceVersion);
  const refuse = (problem: string) => [conditionsPath.invalid(conditions, problem)];
  const malformed = `resource version is not well formed: ${resourceVersion}`;
  return [
    ...(isWellFormed ? [] : [revisionPath.invalid(resourceVersion, malformed)]),
    ...validateConditions(conditions, conditionsPath),
    ...(before !== '' && before !== resourceVersion
      ? [revisionPath.invalid(resourceVersion, 'field is immutable')]
      : []),
    ...(isConditionTrue(object.status.conditions, 'Succeeded') && isConditionTrue(object.status.conditions, 'Failed')
      ? refuse('Both success and failed conditions cannot be true at the same time')
      : []),
    ...(isConditionTrue(old.status.conditions, 'Succeeded') && !isConditionTrue(object.status.conditions, 'Succeeded')
      ? refuse('Success condition cannot be set to false once it is true')
      : []),
    ...(isConditionTrue(old.status.conditions, 'Failed') && !isConditionTrue(object.status.conditions, 'Failed')
      ? refuse('Failed condition cannot be set to false once it is true')
      : []),
  ];
}
