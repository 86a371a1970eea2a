// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go (v1.36)

import { type DeleteOptions, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { isNotFound, successStatus } from '../../../apimachinery/status/index.js';
import { traceEvent } from '../../../apimachinery/tracing/index.js';
import { forEachYielding } from '../../../storage/cacher/index.js';
import type { ApiResponse } from '../../http/index.js';
import { type Deleted, decodeStored, type ObjectRef } from '../../registry/index.js';
import type { RequestContext } from '../../request-context.js';
import { attributesOf } from '../admission.js';
import type { Endpoint } from '../endpoint.js';
import { readDeleteOptions } from '../input/delete-options.js';
import { listOptionsOf } from '../input/list-options.js';
import { isDryRun, unsafeOption } from '../input/request-options.js';
import { respondList } from '../output/list-response.js';
import { negotiate, respondStored, respondValue } from '../output/respond.js';
import { transformedObject } from '../output/transform.js';
import { traceSerialization } from '../trace-verb.js';
import { deleteUnreadable, unsafeCollection } from './delete-unreadable.js';
import { selectedList } from './selected-list.js';

export async function deleteResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = await readOptions(endpoint, context);
  if (options[unsafeOption]) {
    await deleteUnreadable(endpoint, context);
    const { kind } = endpoint.resource.definition;
    const value = { ...successStatus({ name: context.info.name, kind }), code: 200 } as unknown as JsonObject;
    return respondValue(context, 200, { value, output });
  }
  endpoint.strategy.checkDeletable?.(context.info.name);
  traceEvent('About to delete object from database');
  const deleted = await deleteOne(endpoint, context, { ref: context.info, options });
  traceEvent('Object deleted from database');
  // 202 means accepted but not yet complete; only clients that set the deprecated `orphanDependents` get it.
  const status = !deleted.isGone && options.orphanDependents === false ? 202 : 200;
  if (deleted.response === 'object')
    return respondStored(context, endpoint, { status, stored: deleted.object, output });
  traceSerialization(context, endpoint, output);
  if (deleted.response === 'status') {
    return respondValue(context, status, { value: successOf(endpoint, deleted), output });
  }
  const object = { ...endpoint.resource.emptyObject(endpoint.version), metadata: {} };
  const value = transformedObject(endpoint, context, { object, target: output.target });
  return respondValue(context, status, { value, output });
}

/** Number of objects of a collection that are deleted concurrently. */
const concurrency = 10;

/** Deletes the objects that a list with the same options would return, a few at a time, and responds with that list. */
export async function deleteCollection(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const listOptions = listOptionsOf(context.request.query);
  const options = await readOptions(endpoint, context);
  if (options[unsafeOption]) throw unsafeCollection();
  const page = await selectedList(endpoint, context, listOptions);
  // One that cannot be read fails the request before any is deleted.
  await forEachYielding(page.list.entries, (entry) => entry.renew());
  const waiting = page.list.entries.values();
  const deleteNext = async (): Promise<void> => {
    for (const entry of waiting) {
      const { name = '', namespace = '' } = metadataOf(decodeStored(entry.value));
      const ref = { name, namespace };
      await deleteOne(endpoint, context, { ref, options, isOfCollection: true }).catch((error) => {
        if (!isNotFound(error)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, deleteNext));
  return respondList(endpoint, context, { page, output });
}

async function readOptions(endpoint: Endpoint, context: RequestContext): Promise<DeleteOptions> {
  const options = await readDeleteOptions(endpoint, context);
  for (const warning of endpoint.strategy.warningsOnDelete?.(options) ?? []) context.warn(warning);
  return options;
}

function deleteOne(
  endpoint: Endpoint,
  context: RequestContext,
  { ref, options, isOfCollection = false }: { ref: ObjectRef; options: DeleteOptions; isOfCollection?: boolean },
): Promise<Deleted> {
  const dryRun = isDryRun(options);
  return endpoint.store.delete(endpoint.writeContext(context, dryRun), ref, {
    options,
    isOfCollection,
    admit: async (live, effective) => {
      const old = await endpoint.resource.convert(live, endpoint.version);
      const requested = { dryRun, options: effective as JsonObject };
      const attributes = attributesOf(endpoint, context, { operation: 'DELETE', object: undefined, old, requested });
      await endpoint.admission.mutate(context, attributes);
      await endpoint.admission.validate(context, attributes);
    },
  });
}

/** Upstream gives the resource name as `details.kind` here, and omits the code from the body. */
function successOf({ resource }: Endpoint, { object }: Deleted): JsonObject {
  const { name = '', uid } = metadataOf(decodeStored(object.value));
  const { group, resource: kind } = resource.groupResource;
  const { code: _, ...status } = successStatus({ name, ...(group && { group }), kind, ...(uid && { uid }) });
  return status as unknown as JsonObject;
}
