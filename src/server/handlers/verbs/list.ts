// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go (v1.36)

import type { ApiResponse } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { listOptionsOf } from '../input/list-options.js';
import { respondList } from '../output/list-response.js';
import { negotiate } from '../output/respond.js';
import { selectedList } from './selected-list.js';

export async function listResources(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = listOptionsOf(context.request.query);
  const page = await selectedList(endpoint, context, options);
  return respondList(endpoint, context, { page, output });
}
