import type { JsonObject } from '../../apimachinery/meta/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import type { Connect } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import { attributesOf } from './admission.js';
import type { Endpoint } from './endpoint.js';
import { claimNamespace } from './identity.js';
import { readObject } from './read-object.js';
import { createOptionsOf, isDryRun } from './request-options.js';
import { negotiate, respondValue } from './respond.js';
import { transformedObject } from './transform.js';

/** A request that is answered in a way of its own. */
export async function connectResource(
  endpoint: Endpoint,
  context: RequestContext,
  connect: Connect,
): Promise<ApiResponse> {
  const isConnection = endpoint.connect !== undefined && endpoint.view.isWhole;
  if (isConnection) await admitConnection(endpoint, context);
  return connect({
    context,
    store: endpoint.store,
    version: endpoint.version,
    read: () => readAdmitted(endpoint, context),
    respond: async (status, object) => {
      const output = negotiate(context, endpoint);
      const value = transformedObject(endpoint, context, { object, target: output.target });
      return respondValue(context, status, { value, output });
    },
  });
}

async function admitConnection(endpoint: Endpoint, context: RequestContext): Promise<void> {
  if (context.request.query.has('dryRun')) throw badRequest('dryRun is not supported');
  const asked = attributesOf(endpoint, context, { operation: 'CONNECT', dryRun: false, options: {} });
  await endpoint.admission.mutate(context, asked);
  await endpoint.admission.validate(context, asked);
}

/** What is sent to be answered is admitted as if it was to be created. */
async function readAdmitted(endpoint: Endpoint, context: RequestContext): Promise<JsonObject> {
  negotiate(context, endpoint);
  const options = createOptionsOf(context.request.query, 'CreateOptions');
  const object = await readObject(context, endpoint, options.fieldValidation);
  claimNamespace(object, endpoint, context);
  const dryRun = isDryRun(options);
  const question = { operation: 'CREATE', dryRun, options: options as JsonObject } as const;
  const admitted = await endpoint.admission.mutate(context, attributesOf(endpoint, context, { ...question, object }));
  await endpoint.admission.validate(context, attributesOf(endpoint, context, { ...question, object: admitted }));
  return admitted;
}
