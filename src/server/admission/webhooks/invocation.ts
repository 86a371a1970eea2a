// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/generic/interfaces.go (v1.36)

import type { EquivalentResource } from '../../handlers/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import type { ObjectPair } from '../matching/index.js';
import type { Webhook } from './webhook.js';

/** A webhook to be called for a request, and the objects to send. */
export interface Invocation {
  readonly webhook: Webhook;
  readonly request: AdmissionRequest;
  /** The resource and kind that the webhook's rules match. */
  readonly form: EquivalentResource;
  readonly objects: ObjectPair;
}
