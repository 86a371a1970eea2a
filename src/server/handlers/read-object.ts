import { type Codec, DecodeError, negotiateInput } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';

export type FieldValidationMode = 'Ignore' | 'Warn' | 'Strict';

/** The object that a request brings, in the request's version, with defaults and without what its schema does not know. */
export async function readObject(
  context: RequestContext,
  endpoint: Endpoint,
  fieldValidation: string | undefined,
): Promise<JsonObject> {
  const codec = negotiateInput(endpoint.codecs, context.request.header('content-type'));
  const bytes = await context.request.body(endpoint.maxBodyBytes);
  const { object, strictErrors } = decode(codec, bytes);
  checkKind(object, endpoint);
  return acceptObject(context, endpoint, { object, strictErrors, fieldValidation });
}

/** Defaults, prunes and reports unknown and repeated fields: for objects that came whole, and for patched ones. */
export function acceptObject(
  context: RequestContext,
  { resource, version }: Endpoint,
  given: { object: JsonObject; strictErrors: readonly string[]; fieldValidation: string | undefined },
): JsonObject {
  const { object } = given;
  const schema = resource.schema(version);
  resource.kind.applyDefaults(object);
  schema?.applyDefaults(object);
  const unknown = (schema?.prune(object) ?? []).map((path) => `unknown field "${path}"`);
  reportStrictErrors(context, [...given.strictErrors, ...unknown], given.fieldValidation);
  const coerced = schema?.coerceMetadata(object, { root: 'resource', malformed: 'refuse' });
  if (coerced?.error !== undefined) throw badRequest(fieldErrorMessage(coerced.error));
  return object;
}

function reportStrictErrors(context: RequestContext, problems: readonly string[], mode: string | undefined): void {
  if (problems.length === 0 || mode === 'Ignore') return;
  if (mode === 'Strict') throw badRequest(`strict decoding error: ${problems.join(', ')}`);
  for (const problem of problems) context.warn(problem);
}

function decode(codec: Codec, bytes: Buffer): { object: JsonObject; strictErrors: readonly string[] } {
  try {
    const { value, strictErrors } = codec.decodeStrict(bytes);
    if (!isJsonObject(value)) throw badRequest('the object provided is unrecognized: it is not an object');
    return { object: value, strictErrors };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`the object provided is unrecognized (must be of type object): ${error.message}`);
  }
}

/** The body may leave its kind and version out; it may not say another one than the endpoint's. */
function checkKind(object: JsonObject, endpoint: Endpoint): void {
  const { kind } = endpoint.resource.definition;
  object['apiVersion'] ||= endpoint.apiVersion;
  object['kind'] ||= kind;
  if (object['kind'] !== kind || object['apiVersion'] !== endpoint.apiVersion) {
    throw badRequest(
      `${kind} in version "${endpoint.version}" cannot be handled as a ${kind}: the object provided is ` +
        `${object['apiVersion']}, Kind=${object['kind']}; expected ${endpoint.apiVersion}, Kind=${kind}`,
    );
  }
}

/** The name and namespace of the URL count; a body that says otherwise is refused. */
export function claimMetadata(
  object: JsonObject,
  { namespace, name }: { namespace: string; name: string },
): JsonObject {
  const metadata = metadataOf(object);
  if (name !== '' && (metadata.name ?? '') !== '' && metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  if (namespace !== '' && (metadata.namespace ?? '') !== '' && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return object;
}
