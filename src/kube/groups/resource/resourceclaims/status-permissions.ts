// Follows pkg/registry/resource/utils.go (v1.36)

import type { AllocationResult, ResourceClaim, ResourceClaimStatus } from '../../../../api/resource/v1.js';
import { type JsonValue, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { checkDns1123Subdomain, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { isOnNode } from '../../../../server/authentication/index.js';
import { forbiddenTo } from '../../../../server/handlers/index.js';
import type { Authorizer, RequestInfo, UserInfo } from '../../../../server/index.js';
import type { Replacement, StrategyContext } from '../../../../server/registry/index.js';
import { placeKey } from './device-place.js';

const path = FieldPath.of('status');

interface StatusRequest {
  readonly user: UserInfo;
  readonly info: RequestInfo;
  readonly authorizer: Authorizer;
}

/**
 * Permission to write `resourceclaims/status` is not enough: allocations and reservations require permission on
 * `resourceclaims/binding` in the whole cluster, the status of a device permission on `resourceclaims/driver` by the
 * name of its driver.
 */
export async function statusPermissionErrors(
  change: Replacement<ResourceClaim>,
  { features, userInfo, info }: StrategyContext,
  authorizer: Authorizer,
): Promise<readonly FieldError[]> {
  if (!userInfo || !info || !features.isEnabled('DRAResourceClaimGranularStatusAuthorization')) return [];
  const [status, old] = [change.object.status, change.old.status];
  const request = { user: userInfo, info, authorizer };
  const ofBinding = await bindingErrors(status, old, request);
  // Devices have no status without an allocation.
  const hasDevices = status.allocation && features.isEnabled('DRAResourceClaimDeviceStatus');
  return hasDevices ? [...ofBinding, ...(await deviceErrors(status, old, request))] : ofBinding;
}

async function bindingErrors(
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
  request: StatusRequest,
): Promise<readonly FieldError[]> {
  const isBound = areEqual(status.allocation, old.allocation) && areEqual(status.reservedFor, old.reservedFor);
  if (isBound) return [];
  const { verb } = request.info;
  const refusal = await refusalOf(request, { verb, subresource: 'binding', namespace: '', name: '' });
  const needed = `requires resource="resourceclaims/binding", verb="${verb}" permission`;
  const detail = `changing status.allocation or status.reservedFor ${needed}: ${refusal}`;
  return refusal === undefined ? [] : [path.child('allocation').forbidden(detail)];
}

async function deviceErrors(
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
  request: StatusRequest,
): Promise<readonly FieldError[]> {
  const { user, info } = request;
  const node = isOnNode(user, allocatedNode(status.allocation)) ? ['associated-node'] : [];
  const verbs = [...node, 'arbitrary-node'].map((prefix) => `${prefix}:${info.verb}`);
  const errors: FieldError[] = [];
  for (const driver of changedDrivers(status, old)) {
    const refusal = await refusalOfAll(request, verbs, driver);
    const needed = `requires resource="resourceclaims/driver", verb="[${verbs.join(' ')}]" permission`;
    const detail = `changing status.devices ${needed}: ${refusal}`;
    if (refusal !== undefined) errors.push(path.child('devices').forbidden(detail));
  }
  return errors;
}

/** One permitted verb is enough; otherwise the refusal of the first is reported. */
async function refusalOfAll(
  request: StatusRequest,
  verbs: readonly string[],
  driver: string,
): Promise<string | undefined> {
  let first: string | undefined;
  for (const verb of verbs) {
    const { namespace } = request.info;
    const refusal = await refusalOf(request, { verb, subresource: 'driver', namespace, name: driver });
    if (refusal === undefined) return undefined;
    first ??= refusal;
  }
  return first;
}

type SyntheticAccess = Pick<RequestInfo, 'verb' | 'subresource' | 'namespace' | 'name'>;

/** Why the user may not access a subresource that exists for authorization only; undefined: access is allowed. */
async function refusalOf({ user, info, authorizer }: StatusRequest, access: SyntheticAccess) {
  const wanted = { ...info, parts: info.parts, ...access };
  const { decision, reason, error } = await authorizer.authorize(user, wanted);
  if (decision === 'allow') return undefined;
  return forbiddenTo(user, wanted, [error, reason].filter(Boolean).join(': ')).message;
}

/** Drivers with a device whose status was added, changed or removed, sorted. */
function changedDrivers(status: ResourceClaimStatus, old: ResourceClaimStatus): string[] {
  const before = new Map((old.devices ?? []).map((device) => [placeKey(device), device]));
  const changed = new Set<string>();
  for (const device of status.devices ?? []) {
    const key = placeKey(device);
    if (!areEqual(device, before.get(key))) changed.add(device.driver);
    before.delete(key);
  }
  for (const { driver } of before.values()) changed.add(driver);
  return [...changed].sort();
}

/** The node to which an allocation restricts a claim, if it is exactly one, by its name. */
function allocatedNode(allocation: AllocationResult | undefined): string | undefined {
  const terms = allocation?.nodeSelector?.nodeSelectorTerms ?? [];
  const [term] = terms;
  const [field, ...others] = term?.matchFields ?? [];
  const isSingle = terms.length === 1 && others.length === 0 && !term?.matchExpressions?.length;
  if (!isSingle || field?.key !== 'metadata.name' || field.operator !== 'In') return undefined;
  const [name = '', ...more] = field.values ?? [];
  return more.length === 0 && checkDns1123Subdomain(name).length === 0 ? name : undefined;
}

/** An empty list is like none. */
function areEqual(value: unknown, other: unknown): boolean {
  const given = (list: unknown): JsonValue =>
    (Array.isArray(list) && list.length === 0 ? null : (list ?? null)) as JsonValue;
  return jsonEqual(given(value), given(other));
}
