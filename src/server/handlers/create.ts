import { managerNameOf } from '../../apimachinery/apply/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { claimMetadata, readObject } from './read-object.js';
import { createOptionsOf, isDryRun } from './request-options.js';
import { negotiate, respondStored } from './respond.js';

export async function createResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = createOptionsOf(context.request.query, 'CreateOptions');
  const dryRun = isDryRun(options);
  const submitted = claimMetadata(await readObject(context, endpoint, options.fieldValidation), context.info);
  const attributes = { operation: 'CREATE', old: undefined, dryRun, options: options as JsonObject } as const;
  const admitted = await endpoint.admission.mutate(context, { ...attributes, object: submitted });
  const manager = managerOf(context, options.fieldManager);
  const managed = await endpoint.fieldManager.recordUpdate(undefined, admitted, { manager });
  const object = await endpoint.resource.convert(managed, endpoint.workingVersion);
  const stored = await endpoint.store.create(endpoint.writeContext(context, dryRun), {
    object,
    version: endpoint.version,
    admit: (created) => endpoint.admission.validate(context, { ...attributes, object: created }),
  });
  return respondStored(context, endpoint, { status: 201, stored, output });
}

export function managerOf(context: RequestContext, fieldManager: string | undefined): string {
  const userAgent = context.request.header('user-agent');
  return managerNameOf({ ...(fieldManager && { fieldManager }), ...(userAgent && { userAgent }) });
}
