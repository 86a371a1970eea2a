import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { listOptionsOf } from './list-options.js';
import { respondList } from './list-response.js';
import { negotiate } from './respond.js';
import { selectedList } from './selected-list.js';

export async function listResources(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = listOptionsOf(context.request.query);
  const page = await selectedList(endpoint, context, options);
  return respondList(endpoint, context, { page, output });
}
