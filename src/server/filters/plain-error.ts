// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';

/** A plain-text response to an error that occurs before a Status can be encoded. */
export function plainInternalError({ target }: ApiRequest, problem: string): ApiResponse {
  const text = `Internal Server Error: ${goQuote(target)}: ${problem}`;
  const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return {
    status: 500,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: Buffer.from(`${shown}\n`),
  };
}
