// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/update.go (v1.36)

import { type JsonObject, metadataOf, type UpdateOptions } from '../../../apimachinery/meta/index.js';
import { traceEvent } from '../../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { managerOf } from '../input/field-manager-name.js';
import { checkName, claimNamespace } from '../input/identity.js';
import { dropRepeatedOwners } from '../input/owner-references.js';
import { readObject } from '../input/read-object.js';
import { createOptionsOf } from '../input/request-options.js';
import { negotiate } from '../output/respond.js';
import { changeObject } from './change-object.js';

export async function updateResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = createOptionsOf(context.request.query, 'UpdateOptions');
  const read = () => readSubmitted(endpoint, context, options);
  const first = await read();
  const manager = managerOf(context, options.fieldManager);
  let attempts = 0;
  traceEvent('About to store object in database');
  return changeObject(endpoint, context, {
    output,
    options,
    storedEvent: 'Write to database call succeeded',
    createIfMissing: endpoint.strategy.allowCreateOnUpdate === true,
    uid: metadataOf(first).uid || undefined,
    make: async (live) => {
      // Strategies modify the object: each attempt starts from what was sent.
      const submitted = attempts++ === 0 ? first : await read();
      return endpoint.fieldManager.recordUpdate(live, submitted, { manager });
    },
  });
}

async function readSubmitted(
  endpoint: Endpoint,
  context: RequestContext,
  { fieldValidation }: UpdateOptions,
): Promise<JsonObject> {
  const submitted = await readObject(context, endpoint, fieldValidation);
  claimNamespace(submitted, endpoint, context);
  checkName(submitted, context);
  dropRepeatedOwners(submitted, context, 'as-sent');
  return submitted;
}
