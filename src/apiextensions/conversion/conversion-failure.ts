import { StatusError } from '../../apimachinery/status/index.js';

/** As upstream answers where a conversion fails: 500, with a message and no reason. */
export function conversionFailure(message: string): StatusError {
  return StatusError.of({ code: 500, reason: '', message });
}
