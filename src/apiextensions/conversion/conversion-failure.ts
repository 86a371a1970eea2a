// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go (v1.36)

import { StatusError } from '../../apimachinery/status/index.js';

/** Upstream's response to a failed conversion: 500, with a message and no reason. */
export function conversionFailure(message: string): StatusError {
  return StatusError.of({ code: 500, reason: '', message });
}
