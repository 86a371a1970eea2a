// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go (v1.36)

import { andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import { badRequest } from '../../../apimachinery/status/index.js';
import { traceEvent } from '../../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { booleanOf } from '../input/query-values.js';
import { readRevision } from '../input/resource-version.js';
import { negotiate, respondStored } from '../output/respond.js';

export function getResource(endpoint: Endpoint, context: RequestContext): MaybePromise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const requested = context.request.rawQuery === '' ? null : askedRevision(context.request.query);
  traceEvent('About to Get from storage');
  const found = endpoint.store.get(context.info, requested ? { notOlderThan: readRevision(requested) } : {});
  return andThen(found, (stored) => respondStored(context, endpoint, { status: 200, stored, output }));
}

function askedRevision(query: URLSearchParams): string | null {
  if (booleanOf(query, 'export')) {
    throw badRequest('the export parameter, deprecated since v1.14, is no longer supported');
  }
  return query.get('resourceVersion');
}
