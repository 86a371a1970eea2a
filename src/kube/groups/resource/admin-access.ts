// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { ResourceClaim, ResourceClaimSpec } from '../../../api/resource/v1.js';
import { type JsonObject, labelsOf, metadataOf } from '../../../apimachinery/meta/index.js';
import { invalid } from '../../../apimachinery/status/index.js';
import { type FieldError, FieldPath, forbidden } from '../../../apimachinery/validation/index.js';
import {
  decodeStored,
  type Replacement,
  type StoredObject,
  type Strategy,
  type StrategyContext,
} from '../../../server/registry/index.js';

/** Finds a namespace by its name. */
export type FindNamespace = (name: string) => Promise<StoredObject | undefined>;

const adminLabel = 'resource.kubernetes.io/admin-access';
const resultsPath = FieldPath.of('status', 'allocation', 'devices', 'results');

export interface AdminAccessOptions<Type> {
  readonly findNamespace: FindNamespace;
  readonly kind: string;
  readonly specOf: (object: Type) => ResourceClaimSpec;
  /** Other rules of the object, whose errors are reported together. */
  readonly validate: (object: Type, context: StrategyContext) => readonly FieldError[];
}

/** Admin access to devices in use requires a namespace with the admin access label. */
export function refuseAdminAccess<Type extends JsonObject>(
  options: AdminAccessOptions<Type>,
): NonNullable<Strategy<Type>['reserve']> {
  const { findNamespace, kind, specOf, validate } = options;
  return async ({ object, old }, context) => {
    if (old) return undefined;
    const index = (specOf(object).devices.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
    if (index < 0 || (await isMarked(context.namespace, findNamespace))) return undefined;
    const place = FieldPath.of('spec', 'devices', 'requests').index(index).child('adminAccess');
    throw refusal(object, kind, [adminError(place), ...validate(object, context)]);
  };
}

export interface AdminResultsOptions {
  readonly findNamespace: FindNamespace;
  readonly validateStatus: (change: Replacement<ResourceClaim>) => readonly FieldError[];
}

/** Like `refuseAdminAccess`, for the devices allocated to a claim. */
export function refuseAdminResults(options: AdminResultsOptions): NonNullable<Strategy<ResourceClaim>['reserve']> {
  const { findNamespace, validateStatus } = options;
  return async ({ object, old }, { namespace }) => {
    const index = adminResultOf(object);
    if (!old || index < 0 || adminResultOf(old) >= 0 || (await isMarked(namespace, findNamespace))) return undefined;
    const change = { object: { ...object, spec: old.spec }, old };
    const place = resultsPath.index(index).child('adminAccess');
    throw refusal(old, 'ResourceClaim', [adminError(place), ...validateStatus(change)]);
  };
}

function adminResultOf({ status }: ResourceClaim): number {
  return status.allocation?.devices.results?.findIndex(({ adminAccess }) => adminAccess === true) ?? -1;
}

async function isMarked(namespace: string, findNamespace: FindNamespace): Promise<boolean> {
  const found = await findNamespace(namespace);
  return found !== undefined && labelsOf(decodeStored(found.value))[adminLabel] === 'true';
}

function adminError(place: FieldPath): FieldError {
  const detail = `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`;
  return forbidden(place, detail);
}

function refusal(object: JsonObject, kind: string, errors: readonly FieldError[]): Error {
  return invalid({ group: 'resource.k8s.io', kind }, metadataOf(object).name ?? '', errors);
}
