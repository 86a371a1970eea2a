import { StatusError } from '../../apimachinery/status/index.js';

/** A failure that upstream has no reason for. */
export function unexpected(message: string): StatusError {
  return StatusError.of({ code: 500, reason: '', message });
}
