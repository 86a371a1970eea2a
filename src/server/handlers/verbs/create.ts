// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { traceEvent } from '../../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import { attributesOf } from '../admission.js';
import type { Endpoint } from '../endpoint.js';
import { managerOf } from '../input/field-manager-name.js';
import { claimNamespace, wipeSystemFields } from '../input/identity.js';
import { dropRepeatedOwners } from '../input/owner-references.js';
import { readObject } from '../input/read-object.js';
import { createOptionsOf, isDryRun } from '../input/request-options.js';
import { negotiate, respondStored } from '../output/respond.js';

export async function createResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = createOptionsOf(context.request.query, 'CreateOptions');
  const dryRun = isDryRun(options);
  const submitted = await readObject(context, endpoint, options.fieldValidation);
  wipeSystemFields(submitted);
  claimNamespace(submitted, endpoint, context);
  dropRepeatedOwners(submitted, context, 'as-sent');
  const manager = managerOf(context, options.fieldManager);
  const managed = await endpoint.fieldManager.recordUpdate(undefined, submitted, { manager });
  const requested = { dryRun, options: options as JsonObject };
  const attributes = (object: JsonObject) =>
    attributesOf(endpoint, context, { operation: 'CREATE', object, old: undefined, requested });
  traceEvent('About to store object in database');
  const admitted = await endpoint.admission.mutate(context, attributes(managed));
  dropRepeatedOwners(admitted, context, 'after-admission');
  const stored = await endpoint.store.create(endpoint.writeContext(context, dryRun), {
    object: await endpoint.resource.convert(admitted, endpoint.workingVersion),
    version: endpoint.version,
    admit: async (created) => {
      const object = await endpoint.resource.convert(created, endpoint.version);
      await endpoint.admission.validate(context, attributes(object));
    },
  });
  traceEvent('Write to database call succeeded');
  return respondStored(context, endpoint, { status: 201, stored, output });
}
