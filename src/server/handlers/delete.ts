import { DecodeError, negotiateInput } from '../../apimachinery/codec/index.js';
import { type DeleteOptions, isJsonObject, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { badRequest, isNotFound, successStatus } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import { type Deleted, decodeStored } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { selectedList } from './list.js';
import { checkDeleteOptions, deleteOptionsOf, isDryRun, listOptionsOf } from './request-options.js';
import { negotiate, respondStatus, respondStored, respondValue } from './respond.js';

export async function deleteResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = await readDeleteOptions(endpoint, context);
  const deleted = await deleteOne(endpoint, context, { name: context.info.name, options });
  if (!deleted.isGone) return respondStored(context, endpoint, { status: 200, stored: deleted.object, output });
  const { name, uid } = metadataOf(decodeStored(deleted.object.value));
  const { group, resource: kind } = endpoint.resource.groupResource;
  const details = { name: name ?? '', ...(group && { group }), kind, ...(uid && { uid }) };
  const { code: _code, ...status } = successStatus(details);
  return { ...respondStatus(context, endpoint, status), status: 200 };
}

/** Deletes what a list with the same options would show, a few at a time, and answers with that list. */
export async function deleteCollection(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = await readDeleteOptions(endpoint, context);
  const list = await selectedList(endpoint, context, listOptionsOf(context.request.query));
  const names = list.entries.map((entry) => metadataOf(decodeStored(entry.value)));
  const deleteNext = async (): Promise<void> => {
    for (let next = names.pop(); next; next = names.pop()) {
      const ref = { name: next.name!, namespace: next.namespace ?? '', options };
      await deleteOne(endpoint, context, ref).catch((error) => {
        if (!isNotFound(error)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: 10 }, deleteNext));
  const items = await Promise.all(
    list.entries.map((entry) => endpoint.resource.convert(decodeStored(entry.value), endpoint.version)),
  );
  const metadata = { resourceVersion: String(list.revision) };
  return respondValue(context, 200, {
    value: { kind: endpoint.resource.listKind, apiVersion: endpoint.apiVersion, metadata, items },
    output,
  });
}

function deleteOne(
  endpoint: Endpoint,
  context: RequestContext,
  { name, namespace = context.info.namespace, options }: { name: string; namespace?: string; options: DeleteOptions },
): Promise<Deleted> {
  const dryRun = isDryRun(options);
  const attributes = { operation: 'DELETE', object: undefined, dryRun, options: options as JsonObject } as const;
  return endpoint.store.delete(
    endpoint.writeContext(context, dryRun),
    { name, namespace },
    {
      options,
      admit: async (live) => {
        await endpoint.admission.mutate(context, { ...attributes, old: live });
        await endpoint.admission.validate(context, { ...attributes, old: live });
      },
    },
  );
}

async function readDeleteOptions(endpoint: Endpoint, context: RequestContext): Promise<DeleteOptions> {
  const bytes = await context.request.body(endpoint.maxBodyBytes);
  if (bytes.length === 0) return checkDeleteOptions(deleteOptionsOf(context.request.query));
  const codec = negotiateInput(endpoint.codecs, context.request.header('content-type'));
  try {
    const value = codec.decode(bytes);
    if (!isJsonObject(value)) throw badRequest('the body is not DeleteOptions');
    const { kind, apiVersion: _version, ...options } = value;
    if (kind !== undefined && kind !== 'DeleteOptions') throw badRequest(`the body is ${kind}, not DeleteOptions`);
    return checkDeleteOptions(options as DeleteOptions);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(error.message);
  }
}
