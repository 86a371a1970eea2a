import type { JsonObject } from '../../apimachinery/meta/index.js';
import { metadataOf } from '../../apimachinery/meta/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import { managerOf } from './create.js';
import type { Endpoint } from './endpoint.js';
import { claimMetadata, readObject } from './read-object.js';
import { createOptionsOf, isDryRun } from './request-options.js';
import { negotiate, respondStored } from './respond.js';

export async function updateResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = createOptionsOf(context.request.query, 'UpdateOptions');
  const dryRun = isDryRun(options);
  const submitted = claimMetadata(await readObject(context, endpoint, options.fieldValidation), context.info);
  const { name, uid } = metadataOf(submitted);
  if (!name) throw badRequest('name must be provided');
  const attributes = { dryRun, options: options as JsonObject } as const;
  const { object, created } = await endpoint.store.update(endpoint.writeContext(context, dryRun), context.info, {
    version: endpoint.version,
    strategy: endpoint.strategy,
    createIfMissing: endpoint.strategy.allowCreateOnUpdate === true && endpoint.subresource === undefined,
    ...(uid && { preconditions: { uid } }),
    change: async (live) => {
      const operation = live ? 'UPDATE' : 'CREATE';
      const before = live && (await endpoint.resource.convert(live, endpoint.version));
      const manager = managerOf(context, options.fieldManager);
      const managed = await endpoint.fieldManager.recordUpdate(before, submitted, { manager });
      const admitted = await endpoint.admission.mutate(context, {
        ...attributes,
        operation,
        object: managed,
        old: before,
      });
      return endpoint.resource.convert(admitted, endpoint.workingVersion);
    },
    admit: (changed, old) =>
      endpoint.admission.validate(context, {
        ...attributes,
        operation: old ? 'UPDATE' : 'CREATE',
        object: changed,
        old,
      }),
  });
  return respondStored(context, endpoint, { status: created ? 201 : 200, stored: object, output });
}
