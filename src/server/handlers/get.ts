import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { readRevision } from './resource-version.js';
import { negotiate, respondStored } from './respond.js';

export async function getResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const asked = context.request.rawQuery === '' ? null : context.request.query.get('resourceVersion');
  const stored = await endpoint.store.get(context.info, asked ? { notOlderThan: readRevision(asked) } : {});
  return respondStored(context, endpoint, { status: 200, stored, output });
}
