import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { ClaimSpec } from '../../../pod-spec/index.js';
import type { Amounts } from '../amounts.js';

export interface ClaimStatus {
  phase?: string;
  readonly accessModes?: readonly string[];
  readonly capacity?: Amounts;
  readonly allocatedResources?: Amounts;
  readonly allocatedResourceStatuses?: Readonly<Record<string, string>>;
  readonly currentVolumeAttributesClassName?: string;
}

export function specOf({ spec }: JsonObject): ClaimSpec {
  return (spec ?? {}) as unknown as ClaimSpec;
}

export function statusOf({ status }: JsonObject): ClaimStatus {
  return (status ?? {}) as unknown as ClaimStatus;
}
