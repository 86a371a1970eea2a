import type { JsonObject } from '../../../../apimachinery/meta/index.js';

export interface SigningRequestSpec {
  /** Base64-encoded PEM. */
  readonly request: string | null;
  readonly signerName: string;
  readonly expirationSeconds?: number;
  readonly usages?: readonly string[];
  readonly username?: string;
}

export interface SigningCondition {
  readonly type: string;
  readonly status: string;
  lastUpdateTime?: string | null;
  lastTransitionTime?: string | null;
}

export interface SigningRequestStatus {
  readonly conditions?: readonly SigningCondition[];
  /** Base64-encoded PEM. */
  readonly certificate?: string;
}

export function specOf({ spec }: JsonObject): SigningRequestSpec {
  return (spec ?? {}) as unknown as SigningRequestSpec;
}

export function statusOf({ status }: JsonObject): SigningRequestStatus {
  return (status ?? {}) as unknown as SigningRequestStatus;
}

export function conditionsOf(object: JsonObject, type: string): SigningCondition[] {
  return (statusOf(object).conditions ?? []).filter((condition) => condition.type === type);
}
