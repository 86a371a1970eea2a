import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';

/** A subresource that answers by itself, once admission has let the request pass. */
export async function connectResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const attributes = { operation: 'CONNECT', object: undefined, old: undefined, dryRun: false, options: {} } as const;
  await endpoint.admission.mutate(context, attributes);
  await endpoint.admission.validate(context, attributes);
  return endpoint.connect!({ context, store: endpoint.store, version: endpoint.version });
}
