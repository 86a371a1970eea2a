// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (v1.36)

import { decodeJson } from '../../../apimachinery/codec/index.js';
import { cloneJson, goJson, type JsonObject, type JsonValue, jsonEqual } from '../../../apimachinery/meta/index.js';
import { applyJsonPatch, type JsonPatchOperation, parseJsonPatch } from '../../../apimachinery/patch/index.js';
import { internalError, type StatusError } from '../../../apimachinery/status/index.js';
import { ofSameKind } from '../patched-kind.js';
import type { AdmissionResponse } from './admission-response.js';
import type { Invocation } from './invocation.js';
import { WebhookCallError } from './webhook-errors.js';

/** The result of a webhook's patch. */
export interface Patched {
  /** In the version of the request. */
  readonly object: JsonObject;
  readonly isChanged: boolean;
  /** The patch as shown in audit events. */
  readonly patch: string;
}

/**
 * Applies the patch of a webhook. The result is decoded as if a client had sent it, in the version that the webhook
 * received. Returns undefined if there is nothing to do.
 */
export async function applyPatch(invocation: Invocation, response: AdmissionResponse): Promise<Patched | undefined> {
  const { webhook, request, form, objects } = invocation;
  const operations = response.patch.length === 0 ? [] : decodePatch(webhook.name, response.patch);
  if (operations.length === 0) return undefined;
  const { object } = objects;
  if (!object) {
    const problem = 'attempted to modify the object, which is not supported for this operation';
    throw internalError(`admission webhook ${JSON.stringify(webhook.name)} ${problem}`);
  }
  if (response.patchType !== 'JSONPatch') {
    throw new WebhookCallError(webhook.name, `unsupported patch type ${JSON.stringify(response.patchType)}`, {
      code: 400,
    });
  }
  const { versions, kind } = request.attributes;
  const patched = ofSameKind(patch(object, operations), object, versions);
  try {
    versions.shape(patched, form.kind);
  } catch (error) {
    throw internalError(error as Error);
  }
  return {
    object: await versions.convert(patched, kind),
    isChanged: !jsonEqual(patched, object),
    patch: goJson(operations as JsonPatchOperation[]),
  };
}

function decodePatch(webhook: string, patch: Buffer): readonly JsonPatchOperation[] {
  try {
    return parseJsonPatch(decodeJson(patch, { maxBytes: patch.length }));
  } catch (error) {
    const problem = `received undecodable patch in webhook response: ${(error as Error).message}`;
    throw new WebhookCallError(webhook, problem);
  }
}

/** Returns a copy, since the result shares structure with the object and the patch. */
function patch(object: JsonObject, operations: readonly JsonPatchOperation[]): JsonValue {
  try {
    return cloneJson(applyJsonPatch(object, operations));
  } catch (error) {
    // The error that a client gets for its own patch wraps the cause; here only the cause is reported.
    throw internalError(((error as Error).cause as Error | undefined) ?? (error as StatusError));
  }
}
