import { type JsonObject, labelsOf, metadataOf } from '../../../apimachinery/meta/index.js';
import { invalid } from '../../../apimachinery/status/index.js';
import { type FieldError, FieldPath, forbidden } from '../../../apimachinery/validation/index.js';
import { decodeStored, type Replacement, type StoredObject, type Strategy } from '../../../server/registry/index.js';
import { listIn, objectIn } from '../../fields.js';
import { requestsOf } from './device-requests.js';

/** Finds a namespace by its name. */
export type FindNamespace = (name: string) => Promise<StoredObject | undefined>;

const adminLabel = 'resource.kubernetes.io/admin-access';
const resultsPath = FieldPath.of('status', 'allocation', 'devices', 'results');

export interface AdminAccessOptions {
  readonly findNamespace: FindNamespace;
  readonly kind: string;
  readonly specOf: (object: JsonObject) => JsonObject;
  /** Other rules of the object, whose errors are reported together. */
  readonly validate: (object: JsonObject) => readonly FieldError[];
}

/** Admin access to devices in use requires a namespace with the admin access label. */
export function refuseAdminAccess(options: AdminAccessOptions): NonNullable<Strategy['reserve']> {
  const { findNamespace, kind, specOf, validate } = options;
  return async ({ object, old }, { namespace }) => {
    if (old) return undefined;
    const index = requestsOf(specOf(object)).findIndex(({ exactly }) => exactly?.adminAccess === true);
    if (index < 0 || (await isMarked(namespace, findNamespace))) return undefined;
    const place = FieldPath.of('spec', 'devices', 'requests').index(index).child('adminAccess');
    throw refusal(object, kind, [adminError(place), ...validate(object)]);
  };
}

export interface AdminResultsOptions {
  readonly findNamespace: FindNamespace;
  readonly validateStatus: (change: Replacement) => readonly FieldError[];
}

/** Like `refuseAdminAccess`, for the devices allocated to a claim. */
export function refuseAdminResults(options: AdminResultsOptions): NonNullable<Strategy['reserve']> {
  const { findNamespace, validateStatus } = options;
  return async ({ object, old = {} }, { namespace }) => {
    const index = adminResultOf(object);
    if (index < 0 || adminResultOf(old) >= 0 || (await isMarked(namespace, findNamespace))) return undefined;
    const change = { object: { ...object, spec: old['spec'] ?? {} }, old };
    const place = resultsPath.index(index).child('adminAccess');
    throw refusal(old, 'ResourceClaim', [adminError(place), ...validateStatus(change)]);
  };
}

function adminResultOf({ status }: JsonObject): number {
  const { devices } = objectIn(objectIn(status)['allocation']);
  return listIn(objectIn(devices)['results']).findIndex((result) => objectIn(result)['adminAccess'] === true);
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
