import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { Answer } from '../kube-server.test.support.js';

/** What was wrong with an object: `field: message` for each cause. */
export function causesOf({ json }: Answer): string[] {
  const causes = ((json['details'] as JsonObject | undefined)?.['causes'] ?? []) as JsonObject[];
  return causes.map(({ field, message }) => `${field}: ${message}`);
}
