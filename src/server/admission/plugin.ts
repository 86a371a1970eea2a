// Follows staging/src/k8s.io/apiserver/pkg/admission/handler.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/interfaces.go (v1.36)

import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { AdmissionOperation } from '../handlers/index.js';
import type { AdmissionRequest } from './admission-request.js';

/**
 * Mutates or rejects requests. What only validates has no `admit`, what only mutates no `validate`. Both throw to
 * reject a request: see `forbiddenBy`.
 */
export interface AdmissionHandler {
  /** May change `request.object` in place or replace it. */
  admit?(request: AdmissionRequest): Promise<void> | void;
  /** Gets the object as it would be stored; must not change it. */
  validate?(request: AdmissionRequest): Promise<void> | void;
}

/** A handler with its name, and the operations that it is called for. */
export interface AdmissionPlugin extends AdmissionHandler {
  /** The name in flags and metrics. */
  readonly name: string;
  /** Read once, when the chain is built. */
  readonly operations: readonly AdmissionOperation[];
  /** Releases what the plug-in has opened, such as informers. Called when the server closes. */
  close?(): MaybePromise<void>;
}

/** All operations that admission decides about. */
export const allOperations: readonly AdmissionOperation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];
