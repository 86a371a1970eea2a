import type { ObjectForm } from '../../handlers/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import type { ObjectPair } from '../matching/index.js';
import type { Webhook } from './webhook.js';

/** A webhook that is to be asked about a request, and what it is shown of that. */
export interface Invocation {
  readonly webhook: Webhook;
  readonly request: AdmissionRequest;
  /** The resource and the kind that the webhook wants to see. */
  readonly form: ObjectForm;
  readonly objects: ObjectPair;
}
