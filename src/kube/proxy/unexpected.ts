import { StatusError } from '../../apimachinery/status/index.js';

/** An internal error without a reason, as in upstream. */
export function unexpected(message: string): StatusError {
  return StatusError.of({ code: 500, reason: '', message });
}
