import type { AdmissionHandler } from '../../../server/admission/index.js';

/** A handler that runs two, the second one if the first one has not refused the request. */
export function inSequence(first: AdmissionHandler, second: AdmissionHandler): AdmissionHandler {
  return {
    async admit(request) {
      await first.admit?.(request);
      await second.admit?.(request);
    },
    async validate(request) {
      await first.validate?.(request);
      await second.validate?.(request);
    },
  };
}
