// Follows pkg/registry/core/pod/storage/storage.go (v1.36)

import type { Pod } from '../../../../api/core/v1.js';
import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { badRequest } from '../../../../apimachinery/status/index.js';
import {
  type ConnectRequest,
  decodeStored,
  type ObjectRef,
  type WriteContext,
} from '../../../../server/registry/index.js';

/** Returns the pod in the path of a subresource request. */
export function podRefOf({ context }: ConnectRequest): ObjectRef {
  const { namespace, name } = context.info;
  return { namespace, name };
}

/** Throws `notFound`. */
export async function readPod(request: ConnectRequest): Promise<Pod> {
  return decodeStored<Pod>((await request.store.get(podRefOf(request))).value);
}

/** Reads the body, whose name must match the path. */
export async function readNamed<Type extends JsonObject>(request: ConnectRequest, kind: string): Promise<Type> {
  const object = await request.read();
  if (metadataOf(object).name !== podRefOf(request).name) {
    throw badRequest(`name in URL does not match name in ${kind} object`);
  }
  return object as Type;
}

export function writeContextOf({ context }: ConnectRequest, dryRun: boolean): WriteContext {
  const { namespace } = context.info;
  return { namespace, user: context.user.name, dryRun, warn: (message) => context.warn(message) };
}

/** The response to a POST that creates no object. */
export function createdStatus(): JsonObject {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
}
