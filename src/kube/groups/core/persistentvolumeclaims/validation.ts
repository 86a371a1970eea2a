import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { validateLabelSelector } from '../../../../apimachinery/selectors/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  Quantity,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { validateNonnegativeQuantity, validatePositiveQuantity } from '../../../quantity-rules.js';
import { checked, oneOf } from '../../../rules.js';
import { validateAccessModes } from '../access-modes.js';
import { type ClaimSpec, type DataSource, specOf, statusOf } from './claim.js';

const path = FieldPath.of('spec');
const volumeModes = ['Block', 'Filesystem'];

export function validateClaim(claim: JsonObject): FieldError[] {
  const spec = specOf(claim);
  const { accessModes = [], selector, storageClassName, volumeMode } = spec;
  const modes = path.child('accessModes');
  return [
    ...(accessModes.length === 0 ? [required(modes, 'at least 1 access mode is required')] : []),
    ...(selector ? validateLabelSelector(selector, path.child('selector')) : []),
    ...validateAccessModes(accessModes, modes),
    ...validateStorage(spec),
    ...(storageClassName ? checked(storageClassName, checkDns1123Subdomain, path.child('storageClassName')) : []),
    ...(volumeMode === undefined ? [] : oneOf(volumeMode, volumeModes, path.child('volumeMode'))),
    ...validateSources(spec),
  ];
}

function validateStorage({ resources }: ClaimSpec): FieldError[] {
  const place = path.child('resources').key('storage');
  const storage = resources?.requests?.['storage'];
  return storage === undefined ? [required(place, '')] : validatePositiveQuantity(storage, place);
}

function validateSources({ dataSource, dataSourceRef }: ClaimSpec): FieldError[] {
  const errors = [
    ...(dataSource ? validateSource(dataSource, path.child('dataSource')) : []),
    ...(dataSourceRef ? validateSource(dataSourceRef, path.child('dataSourceRef')) : []),
  ];
  const differ = dataSource && dataSourceRef && !jsonEqual({ ...dataSource }, { ...dataSourceRef });
  return differ
    ? [...errors, invalidValue(path.child('dataSource'), { ...dataSource }, 'must match dataSourceRef')]
    : errors;
}

function validateSource({ kind, name, apiGroup }: DataSource, place: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(place.child('name'), ''));
  if (kind === '') errors.push(required(place.child('kind'), ''));
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    errors.push(invalidValue(place, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  return apiGroup ? [...errors, ...checked(apiGroup, checkDns1123Subdomain, place.child('apiGroup'))] : errors;
}

/** A claim keeps what it asks for; only one that is bound may ask for more, or for other attributes. */
export function validateClaimUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  const isBound = statusOf(object).phase === 'Bound';
  const errors = validateClaim(object);
  if (!jsonEqual(comparable(after, { before, isBound }), { ...before } as unknown as JsonObject)) {
    const detail =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(forbidden(path, detail));
  }
  return [
    ...errors,
    ...validateSize(object, old),
    ...validateImmutableField(after.volumeMode, before.volumeMode, path.child('volumeMode')),
    ...validateAttributes(after, old),
  ];
}

/** The new spec with what may change as it was. */
function comparable(after: ClaimSpec, { before, isBound }: { before: ClaimSpec; isBound: boolean }): JsonObject {
  const same: Record<string, unknown> = { ...after };
  const restore = (field: keyof ClaimSpec): void => {
    if (before[field] === undefined) delete same[field];
    else same[field] = before[field];
  };
  if (!before.volumeName) restore('volumeName');
  if (before.storageClassName === undefined) restore('storageClassName');
  if (isBound) {
    restore('volumeAttributesClassName');
    const storage = before.resources?.requests?.['storage'];
    same['resources'] = { ...after.resources, requests: { ...after.resources?.requests, storage } };
  }
  return same as JsonObject;
}

/** A request that could not be met may be taken back, down to what there is. */
function validateSize(object: JsonObject, old: JsonObject): FieldError[] {
  const sizeIn = (amounts: Readonly<Record<string, string>> | undefined): Quantity =>
    Quantity.parse(amounts?.['storage'] ?? '0');
  const after = sizeIn(specOf(object).resources?.requests);
  if (after.compare(sizeIn(specOf(old).resources?.requests)) >= 0) return [];
  if (after.compare(sizeIn(statusOf(old).capacity)) > 0) return [];
  const place = path.child('resources', 'requests', 'storage');
  return [forbidden(place, 'field can not be less than status.capacity')];
}

function validateAttributes({ volumeAttributesClassName: name }: ClaimSpec, old: JsonObject): FieldError[] {
  const isApplied = statusOf(old).currentVolumeAttributesClassName !== undefined;
  if (name || !isApplied || name === specOf(old).volumeAttributesClassName) return [];
  const what = name === undefined ? 'nil' : 'empty string';
  const detail = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [forbidden(path.child('volumeAttributesClassName'), detail)];
}

export function validateClaimStatus({ object }: Replacement): FieldError[] {
  const place = FieldPath.of('status', 'capacity');
  return Object.entries(statusOf(object).capacity ?? {}).flatMap(([name, amount]) =>
    validateNonnegativeQuantity(amount, place.key(name)),
  );
}
