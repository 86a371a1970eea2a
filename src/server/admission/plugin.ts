import type { AdmissionOperation } from '../handlers/index.js';
import type { AdmissionRequest } from './admission-request.js';

/**
 * One rule, or one set of rules, by which requests are changed or refused. A plug-in that only checks has no `admit`, one
 * that only changes no `validate`. Both throw to refuse: see `forbiddenBy`.
 */
export interface AdmissionPlugin {
  /** As it is named in flags and metrics. */
  readonly name: string;
  /** Asked once for each operation, when the chain is made. */
  handles(operation: AdmissionOperation): boolean;
  /** May change `request.object`, in place or by another one. */
  admit?(request: AdmissionRequest): Promise<void> | void;
  /** Sees the object as it would be stored, and changes nothing. */
  validate?(request: AdmissionRequest): Promise<void> | void;
}
