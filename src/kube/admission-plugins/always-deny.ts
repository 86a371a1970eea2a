// Follows plugin/pkg/admission/deny/admission.go (v1.36)

import {
  type AdmissionHandler,
  type AdmissionRequest,
  allOperations,
  forbiddenBy,
} from '../../server/admission/index.js';
import { definePlugin } from './plugin-definition.js';

export const alwaysDeny = definePlugin({
  name: 'AlwaysDeny',
  operations: allOperations,
  isDefault: false,
  create: () => new AlwaysDeny(),
});

/** Rejects every request. */
export class AlwaysDeny implements AdmissionHandler {
  admit(request: AdmissionRequest): void {
    throw forbiddenBy(request, 'admission control is denying all modifications');
  }

  validate(request: AdmissionRequest): void {
    this.admit(request);
  }
}
