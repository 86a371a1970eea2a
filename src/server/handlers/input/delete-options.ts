// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go (v1.36)

import { DecodeError, negotiateInput } from '../../../apimachinery/codec/index.js';
import { type DeleteOptions, isJsonObject, type JsonValue, jsonTypeName } from '../../../apimachinery/meta/index.js';
import { librarySchemes, NotRegisteredError } from '../../../apimachinery/scheme/index.js';
import { badRequest } from '../../../apimachinery/status/index.js';
import { traceEvent } from '../../../apimachinery/tracing/index.js';
import { isUnversioned, typeMetaName } from '../../dialect/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { checkDeleteOptions, deleteOptionsOf, unsafeOption } from './request-options.js';

/** Reads the options of a deletion from the body or, without a body, from the query. */
export async function readDeleteOptions(endpoint: Endpoint, context: RequestContext): Promise<DeleteOptions> {
  const bytes = await context.request.body(endpoint.maxBodyBytes);
  traceEvent('limitedReadBody succeeded', { len: bytes.length });
  if (bytes.length === 0) return checkDeleteOptions(enabledOptions(endpoint, deleteOptionsOf(context.request.query)));
  const codec = negotiateInput(endpoint.codecs, context.request.header('content-type'));
  try {
    const sent = codec.decode(bytes);
    traceEvent('Decoded delete options');
    if (isJsonObject(sent)) context.record?.requestObject(sent);
    traceEvent('Recorded the audit event');
    return checkDeleteOptions(enabledOptions(endpoint, optionsOf(sent)));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(codec.isText ? `couldn't get version/kind; json parse error: ${error.message}` : error.message);
  }
}

function enabledOptions({ store }: Endpoint, options: DeleteOptions): DeleteOptions {
  if (options[unsafeOption] === undefined || store.features.isEnabled('AllowUnsafeMalformedObjectDeletion'))
    return options;
  const { [unsafeOption]: _, ...enabled } = options;
  return enabled;
}

/** Clients may send the options in the version of any group; null means no options. */
function optionsOf(value: JsonValue): DeleteOptions {
  if (value === null) return {};
  if (!isJsonObject(value)) {
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ` +
        typeMetaName,
    );
  }
  const { kind = 'DeleteOptions', apiVersion = 'meta.k8s.io/v1' } = value;
  if (typeof kind !== 'string') throw wrongType(kind, 'kind of type string');
  if (typeof apiVersion !== 'string') throw wrongType(apiVersion, 'apiVersion of type string');
  if (kind !== 'DeleteOptions') {
    throw badRequest(otherKind(apiVersion, kind));
  }
  return {
    ...numberIn(value['gracePeriodSeconds']),
    ...preconditionsIn(value['preconditions']),
    ...booleanIn(value['orphanDependents'], 'orphanDependents'),
    ...booleanIn(value[unsafeOption], unsafeOption),
    ...policyIn(value['propagationPolicy']),
    ...dryRunIn(value['dryRun']),
  };
}

/** Only a few kinds are registered in the scheme that decodes options. */
function otherKind(apiVersion: string, kind: string): string {
  const isKnown =
    isUnversioned(kind) || (apiVersion === 'v1' && (kind === 'CreateOptions' || kind === 'UpdateOptions'));
  if (isKnown) return `converting (v1.${kind}) to (v1.DeleteOptions): unknown conversion`;
  return new NotRegisteredError(librarySchemes.deleteOptions, apiVersion, kind).message;
}

function numberIn(value: JsonValue | undefined): Pick<DeleteOptions, 'gracePeriodSeconds'> {
  if (value === undefined || value === null) return {};
  if (!Number.isSafeInteger(value)) throw wrongType(value, 'gracePeriodSeconds of type int64');
  return { gracePeriodSeconds: value as number };
}

function booleanIn(
  value: JsonValue | undefined,
  name: 'orphanDependents' | typeof unsafeOption,
): Pick<DeleteOptions, typeof name> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'boolean') throw wrongType(value, `${name} of type bool`);
  return { [name]: value };
}

function policyIn(value: JsonValue | undefined): Pick<DeleteOptions, 'propagationPolicy'> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') throw wrongType(value, 'propagationPolicy of type v1.DeletionPropagation');
  return { propagationPolicy: value };
}

function dryRunIn(value: JsonValue | undefined): Pick<DeleteOptions, 'dryRun'> {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw wrongType(value, 'dryRun of type []string');
  }
  return { dryRun: value as string[] };
}

function preconditionsIn(value: JsonValue | undefined): Pick<DeleteOptions, 'preconditions'> {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw wrongType(value, 'preconditions of type v1.Preconditions');
  const preconditions: { uid?: string; resourceVersion?: string } = {};
  for (const field of ['uid', 'resourceVersion'] as const) {
    const text = value[field];
    if (text === undefined || text === null) continue;
    if (typeof text !== 'string') throw wrongType(text, `preconditions.${field} of type string`);
    preconditions[field] = text;
  }
  return { preconditions };
}

function wrongType(value: JsonValue, field: string): Error {
  const literal = typeof value === 'number' && field.endsWith('int64') ? ` ${value}` : '';
  return badRequest(
    `json: cannot unmarshal ${jsonTypeName(value)}${literal} into Go struct field DeleteOptions.${field}`,
  );
}
