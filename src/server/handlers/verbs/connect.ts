// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (v1.36)

import { groupVersionKind, type JsonObject } from '../../../apimachinery/meta/index.js';
import { badRequest, forbidden } from '../../../apimachinery/status/index.js';
import type { ApiResponse } from '../../http/index.js';
import { type Connect, type ConnectRequest, decodeStored, type Verb } from '../../registry/index.js';
import type { RequestContext } from '../../request-context.js';
import { attributesOf } from '../admission.js';
import type { Endpoint } from '../endpoint.js';
import { managerOf } from '../input/field-manager-name.js';
import { claimNamespace, wipeSystemFields } from '../input/identity.js';
import { listOptionsOf, narrow } from '../input/list-options.js';
import { readObject } from '../input/read-object.js';
import { createOptionsOf, isDryRun } from '../input/request-options.js';
import { listOf } from '../output/list-form.js';
import { negotiateResponse, respondValue } from '../output/respond.js';
import { listFormOf, transformedObject } from '../output/transform.js';

/** Handles a request with the resource's or subresource's custom handler. */
export async function connectResource(
  endpoint: Endpoint,
  context: RequestContext,
  connect: Connect,
): Promise<ApiResponse> {
  const { connection } = endpoint;
  if (connection && context.request.query.has('dryRun')) throw badRequest('dryRun is not supported');
  const options = connection?.read(context) ?? {};
  if (connection) await admitConnection(endpoint, context, { kind: connection.kind, options });
  return connect({
    context,
    options,
    store: endpoint.store,
    version: endpoint.version,
    object: () => storedObject(endpoint, context),
    read: (prepare) => readAdmitted(endpoint, context, prepare),
    requireVerb: (verb) => requireVerb(endpoint, context, verb),
    respond: async (status, object) => {
      const output = negotiateResponse(context, endpoint);
      const value = transformedObject(endpoint, context, { object, target: output.target });
      return respondValue(context, status, { value, output });
    },
    respondList: async (items) => {
      const output = negotiateResponse(context, endpoint);
      const { selection } = narrow(endpoint, context, listOptionsOf(context.request.query));
      const selected = items.filter((item) => selection.matches(endpoint.resource.attributesOf(item)));
      const value = listOf(listFormOf(endpoint, context, { metadata: {}, target: output.target }), selected);
      return respondValue(context, 200, { value, output });
    },
  });
}

/** Reads the object that the path names, in the working version. */
async function storedObject(
  { store, resource, workingVersion }: Endpoint,
  { info }: RequestContext,
): Promise<JsonObject> {
  const { value } = await store.get(info);
  return resource.convert(decodeStored(value), workingVersion);
}

/** Runs admission on the connect options that the client sent. */
async function admitConnection(
  endpoint: Endpoint,
  context: RequestContext,
  { kind, options }: { readonly kind: string; readonly options: JsonObject },
): Promise<void> {
  const object = { kind, apiVersion: endpoint.apiVersion, ...options };
  const requested = { dryRun: false, options: {} };
  const attributes = {
    ...attributesOf(endpoint, context, { operation: 'CONNECT', object, old: undefined, requested }),
    kind: groupVersionKind(endpoint.apiVersion, kind),
  };
  await endpoint.admission.mutate(context, attributes);
  await endpoint.admission.validate(context, attributes);
}

async function requireVerb(endpoint: Endpoint, { user, info }: RequestContext, verb: Verb): Promise<void> {
  if (info.verb === verb) return;
  const { decision, reason = '' } = await endpoint.authorizer.authorize(user, { ...info, parts: info.parts, verb });
  const { apiGroup: group, resource, name } = info;
  if (decision !== 'allow') throw forbidden({ group, resource }, name, reason);
}

/** Reads the object of the request and admits it as a creation, with managed fields. */
async function readAdmitted(
  endpoint: Endpoint,
  context: RequestContext,
  prepare: Parameters<ConnectRequest['read']>[0],
): Promise<JsonObject> {
  negotiateResponse(context, endpoint);
  const options = createOptionsOf(context.request.query, 'CreateOptions');
  const sent = await readObject(context, endpoint, options.fieldValidation);
  if (!endpoint.subresource) wipeSystemFields(sent);
  claimNamespace(sent, endpoint, context);
  const manager = managerOf(context, options.fieldManager);
  const object = await endpoint.fieldManager.recordUpdate(undefined, sent, { manager });
  const dryRun = isDryRun(options);
  const requested = { dryRun, options: options as JsonObject };
  const attributes = (object: JsonObject) =>
    attributesOf(endpoint, context, { operation: 'CREATE', object, old: undefined, requested });
  const admitted = await endpoint.admission.mutate(context, attributes(object));
  const prepared = prepare ? await prepare(admitted) : admitted;
  await endpoint.admission.validate(context, attributes(prepared));
  return prepared;
}
