import { DecodeError, decodeYamlStrict } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import {
  applyJsonPatch,
  applyMergePatch,
  applyPatchType,
  applyStrategicMergePatch,
  decodeJsonPatch,
  decodeMergePatch,
  decodeStrategicMergePatch,
  jsonPatchType,
  mergePatchType,
  negotiatePatchType,
  openApiPatchSchema,
  type PatchType,
  patchTypes,
  strategicMergePatchType,
} from '../../apimachinery/patch/index.js';
import { badRequest, conflict } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import { managerOf } from './create.js';
import type { Endpoint } from './endpoint.js';
import { acceptObject } from './read-object.js';
import { isDryRun, patchOptionsOf } from './request-options.js';
import { negotiate, respondStored } from './respond.js';

/** How a patch makes a new object of the live one, both in the request's version. */
type ApplyPatch = (live: JsonObject | undefined) => Promise<{ object: JsonObject; strictErrors: readonly string[] }>;

export async function patchResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const type = negotiatePatchType(context.request.header('content-type'), supportedTypes(endpoint));
  const options = patchOptionsOf(context.request.query, type === applyPatchType ? 'apply' : 'other');
  const dryRun = isDryRun(options);
  const bytes = await context.request.body(endpoint.maxBodyBytes);
  const patch = preparePatch(endpoint, context, { type, bytes, options });
  const attributes = { dryRun, options: options as JsonObject } as const;
  const { object, created } = await endpoint.store.update(endpoint.writeContext(context, dryRun), context.info, {
    version: endpoint.version,
    strategy: endpoint.strategy,
    createIfMissing: type === applyPatchType && endpoint.subresource === undefined,
    change: async (live) => {
      const before = live && (await endpoint.resource.convert(live, endpoint.version));
      const patched = await patch(before);
      if (before !== undefined && patched.object === before) return live!;
      checkIdentity(endpoint, context, patched.object, before);
      const accepted = acceptObject(context, endpoint, {
        object: structuredClone(patched.object),
        strictErrors: patched.strictErrors,
        fieldValidation: options.fieldValidation,
      });
      const operation = before ? 'UPDATE' : 'CREATE';
      const admitted = await endpoint.admission.mutate(context, {
        ...attributes,
        operation,
        object: accepted,
        old: before,
      });
      const manager = managerOf(context, options.fieldManager);
      const managed =
        type === applyPatchType ? admitted : await endpoint.fieldManager.recordUpdate(before, admitted, { manager });
      return endpoint.resource.convert(managed, endpoint.workingVersion);
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

/** Strategic merge needs a schema that says how lists are merged; custom resources have none that does. */
function supportedTypes({ resource, version }: Endpoint): readonly PatchType[] {
  const { schema } = resource.version(version);
  const isStrategic = schema !== undefined && resource.definition.workingVersion !== 'request';
  return isStrategic ? patchTypes : patchTypes.filter((type) => type !== strategicMergePatchType);
}

function preparePatch(
  endpoint: Endpoint,
  context: RequestContext,
  {
    type,
    bytes,
    options,
  }: { type: PatchType; bytes: Buffer; options: { fieldManager?: string; force?: boolean; fieldValidation?: string } },
): ApplyPatch {
  const decodeOptions = { ignoreStrictErrors: options.fieldValidation === 'Ignore' };
  switch (type) {
    case jsonPatchType: {
      const { patch, strictErrors } = decodeJsonPatch(bytes, decodeOptions);
      return async (live) => ({ object: objectOf(applyJsonPatch(live!, patch)), strictErrors });
    }
    case mergePatchType: {
      const { patch, strictErrors } = decodeMergePatch(bytes, decodeOptions);
      return async (live) => ({ object: objectOf(applyMergePatch(live!, patch)), strictErrors });
    }
    case strategicMergePatchType: {
      const { patch, strictErrors } = decodeStrategicMergePatch(bytes, decodeOptions);
      const schema = openApiPatchSchema(endpoint.resource.version(endpoint.version).schema!, () => undefined);
      return async (live) => ({ object: objectOf(applyStrategicMergePatch(live!, patch, schema)), strictErrors });
    }
    case applyPatchType: {
      const { config, strictErrors } = decodeConfiguration(bytes);
      const manager = managerOf(context, options.fieldManager);
      return async (live) => {
        const object = await endpoint.fieldManager.apply(live, config, { manager, force: options.force ?? false });
        return { object, strictErrors: options.fieldValidation === 'Ignore' ? [] : strictErrors };
      };
    }
  }
}

function decodeConfiguration(bytes: Buffer): { config: JsonObject; strictErrors: readonly string[] } {
  try {
    const { value, strictErrors } = decodeYamlStrict(bytes);
    return { config: objectOf(value), strictErrors };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`error decoding YAML: ${error.message}`);
  }
}

function objectOf(value: unknown): JsonObject {
  if (!isJsonObject(value as JsonObject)) throw badRequest('a patch may not turn an object into something else');
  return value as JsonObject;
}

/** A patch may not make another object of it. */
function checkIdentity(
  endpoint: Endpoint,
  { info }: RequestContext,
  object: JsonObject,
  live: JsonObject | undefined,
): void {
  const { resource, apiVersion } = endpoint;
  const metadata = metadataOf(object);
  if (object['apiVersion'] !== apiVersion || object['kind'] !== resource.definition.kind) {
    throw badRequest(
      `the API version and kind in the data do not match the expected ${apiVersion}, Kind=${resource.definition.kind}`,
    );
  }
  if ((metadata.name ?? '') !== info.name) {
    throw badRequest(
      `the name of the object (${metadata.name ?? ''}) does not match the name on the URL (${info.name})`,
    );
  }
  const known = live && metadataOf(live);
  if (
    known?.resourceVersion !== undefined &&
    metadata.resourceVersion !== undefined &&
    metadata.resourceVersion !== '' &&
    metadata.resourceVersion !== known.resourceVersion
  ) {
    throw conflict(
      resource.groupResource,
      info.name,
      'the object has been modified; please apply your changes to the latest version and try again',
    );
  }
}
