import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { TestResponse } from '../kube-server.test.support.js';

/** Returns `field: message` for each cause of an error. */
export function causesOf({ json }: TestResponse): string[] {
  const causes = ((json['details'] as JsonObject | undefined)?.['causes'] ?? []) as JsonObject[];
  return causes.map(({ field, message }) => `${field}: ${message}`);
}
