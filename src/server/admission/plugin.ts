import type { AdmissionOperation } from '../handlers/index.js';
import type { AdmissionRequest } from './admission-request.js';

/**
 * A plug-in that mutates or rejects requests. Validating-only plug-ins have no `admit`, mutating-only ones no
 * `validate`. Both throw to reject a request: see `forbiddenBy`.
 */
export interface AdmissionPlugin {
  /** The name in flags and metrics. */
  readonly name: string;
  /** Called once for each operation, when the chain is built. */
  handles(operation: AdmissionOperation): boolean;
  /** May change `request.object` in place or replace it. */
  admit?(request: AdmissionRequest): Promise<void> | void;
  /** Gets the object as it would be stored; must not change it. */
  validate?(request: AdmissionRequest): Promise<void> | void;
}
