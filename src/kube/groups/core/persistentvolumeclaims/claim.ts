import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../../../apimachinery/selectors/index.js';
import type { Amounts } from '../amounts.js';

export interface ClaimSpec {
  readonly accessModes?: readonly string[];
  readonly selector?: LabelSelectorSpec;
  readonly resources?: { readonly requests?: Amounts };
  readonly volumeName?: string;
  readonly storageClassName?: string;
  volumeMode?: string;
  dataSource?: DataSource;
  dataSourceRef?: DataSource;
  readonly volumeAttributesClassName?: string;
}

export interface DataSource {
  readonly apiGroup?: string | null;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface ClaimStatus {
  phase?: string;
  readonly accessModes?: readonly string[];
  readonly capacity?: Amounts;
  readonly currentVolumeAttributesClassName?: string;
}

export function specOf({ spec }: JsonObject): ClaimSpec {
  return (spec ?? {}) as unknown as ClaimSpec;
}

export function statusOf({ status }: JsonObject): ClaimStatus {
  return (status ?? {}) as unknown as ClaimStatus;
}
