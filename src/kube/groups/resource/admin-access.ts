// Follows pkg/registry/resource/utils.go (v1.36)

import type { ResourceClaim, ResourceClaimSpec } from '../../../api/resource/v1.js';
import { type JsonObject, labelsOf } from '../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { decodeStored, type Replacement, type Stores, type Strategy } from '../../../server/registry/index.js';

const adminLabel = 'resource.kubernetes.io/admin-access';
const requestsPath = FieldPath.of('spec', 'devices', 'requests');
const resultsPath = FieldPath.of('status', 'allocation', 'devices', 'results');

/** Admin access to devices in use requires a namespace with the admin access label. */
export function adminAccessErrors<Type extends JsonObject>(
  stores: Stores,
  specOf: (object: Type) => ResourceClaimSpec,
): NonNullable<Strategy<Type>['permissionErrors']> {
  return async ({ object, old }, { namespace }) => {
    if (old) return [];
    const index = (specOf(object).devices.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
    return index < 0 ? [] : labelErrors(requestsPath.index(index), { namespace, stores });
  };
}

/** Like `adminAccessErrors`, for the devices allocated to a claim. */
export async function adminResultErrors(
  { object, old }: Replacement<ResourceClaim>,
  place: { readonly namespace: string; readonly stores: Stores },
): Promise<readonly FieldError[]> {
  const index = adminResultOf(object);
  return index < 0 || adminResultOf(old) >= 0 ? [] : labelErrors(resultsPath.index(index), place);
}

function adminResultOf({ status }: ResourceClaim): number {
  return status.allocation?.devices.results?.findIndex(({ adminAccess }) => adminAccess === true) ?? -1;
}

async function labelErrors(
  path: FieldPath,
  { namespace, stores }: { readonly namespace: string; readonly stores: Stores },
): Promise<readonly FieldError[]> {
  const found = await stores.find('', 'namespaces', { namespace: '', name: namespace });
  if (found && labelsOf(decodeStored(found.value))[adminLabel] === 'true') return [];
  const detail = `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`;
  return [path.child('adminAccess').forbidden(detail)];
}
