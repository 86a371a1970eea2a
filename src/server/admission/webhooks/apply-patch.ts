import { decodeJson } from '../../../apimachinery/codec/index.js';
import { cloneJson, goJson, type JsonObject, type JsonValue, jsonEqual } from '../../../apimachinery/meta/index.js';
import { applyJsonPatch, type JsonPatchOperation, parseJsonPatch } from '../../../apimachinery/patch/index.js';
import { internalError, type StatusError } from '../../../apimachinery/status/index.js';
import { ofSameKind } from '../patched-kind.js';
import type { AdmissionResponse } from './admission-response.js';
import type { Invocation } from './invocation.js';
import { WebhookCallError } from './webhook-errors.js';

/** What a patch has made of the object of a request. */
export interface Patched {
  /** In the version of the request. */
  readonly object: JsonObject;
  readonly isChanged: boolean;
  /** The patch, as audit events show it. */
  readonly patch: string;
}

/**
 * Applies the patch of a webhook. What comes of it is read as if a client had sent it, in the version that the webhook
 * saw. Gives undefined where there is nothing to do.
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
  const { forms, kind } = request.attributes;
  const patched = ofSameKind(patch(object, operations), object);
  try {
    forms.shape(patched, form.kind);
  } catch (error) {
    throw internalError(error as Error);
  }
  return {
    object: await forms.convert(patched, kind),
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

/** A copy: what is patched shares parts with the object, and with the patch. */
function patch(object: JsonObject, operations: readonly JsonPatchOperation[]): JsonValue {
  try {
    return cloneJson(applyJsonPatch(object, operations));
  } catch (error) {
    // Why it does not apply is the cause of what a client with such a patch would be told.
    throw internalError(((error as Error).cause as Error | undefined) ?? (error as StatusError));
  }
}
