// Follows staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/helpers.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/defaults.go (v1.36)

import { formatTime, type ObjectMeta } from '../../apimachinery/meta/index.js';

export const apiRegistrationGroup = 'apiregistration.k8s.io';

export const apiServicesResource = { group: apiRegistrationGroup, version: 'v1', resource: 'apiservices' } as const;

/** The server of a group version: a Service and its port. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

export interface ApiServiceSpec {
  /** Unset: the chain serves it itself. */
  readonly service?: ServiceReference;
  readonly group?: string;
  readonly version: string;
  readonly insecureSkipTLSVerify?: boolean;
  /** PEM, base64-encoded. */
  readonly caBundle?: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

interface ApiServiceCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

/** As stored: defaulted and valid. */
export interface ApiService {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ApiServiceSpec;
  readonly status?: { readonly conditions?: readonly ApiServiceCondition[] };
}

/** Names are unique, as `<version>.<group>`. Unambiguous: versions have no dot. */
export function apiServiceName({ group = '', version = '' }: { readonly group?: string; readonly version?: string }) {
  return `${version}.${group}`;
}

export function nameOf({ metadata }: ApiService): string {
  return metadata.name ?? '';
}

export function availableCondition({ status }: ApiService): ApiServiceCondition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Available');
}

export function isAvailable(apiService: ApiService): boolean {
  return availableCondition(apiService)?.status === 'True';
}

/** Result of an availability check. */
export interface Availability {
  readonly status: ApiServiceCondition['status'];
  readonly reason: string;
  readonly message: string;
}

export const localAvailability: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

/**
 * Returns the conditions with this one added or replaced; the same list if nothing changes. The transition time changes
 * only with the status.
 */
export function withAvailability(
  conditions: readonly ApiServiceCondition[],
  { status, reason, message }: Availability,
  now: number,
): readonly ApiServiceCondition[] {
  const index = conditions.findIndex(({ type }) => type === 'Available');
  const current = conditions[index];
  const next = { type: 'Available', status, lastTransitionTime: formatTime(now), reason, message };
  if (current === undefined) return [...conditions, next];
  if (current.status !== status) return conditions.with(index, next);
  if (current.reason === reason && current.message === message) return conditions;
  return conditions.with(index, { ...current, reason, message });
}
