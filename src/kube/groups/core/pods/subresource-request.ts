import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { badRequest, successStatus } from '../../../../apimachinery/status/index.js';
import {
  type ConnectRequest,
  decodeStored,
  type ObjectRef,
  type WriteContext,
} from '../../../../server/registry/index.js';

/** The pod that a request to a subresource names. */
export function podRefOf({ context }: ConnectRequest): ObjectRef {
  const { namespace, name } = context.info;
  return { namespace, name };
}

/** Throws `notFound`. */
export async function readPod(request: ConnectRequest): Promise<JsonObject> {
  return decodeStored((await request.store.get(podRefOf(request))).value);
}

/** What a client sends about a pod, which it names as its path does. */
export async function readNamed(request: ConnectRequest, kind: string): Promise<JsonObject> {
  const object = await request.read();
  if (metadataOf(object).name !== podRefOf(request).name) {
    throw badRequest(`name in URL does not match name in ${kind} object`);
  }
  return object;
}

export function writeContextOf({ context }: ConnectRequest, dryRun: boolean): WriteContext {
  const { namespace } = context.info;
  return { namespace, user: context.user.name, dryRun, warn: (message) => context.warn(message) };
}

/** What is answered where something was done, and nothing made. */
export function createdStatus(): JsonObject {
  return { ...successStatus(), code: 201 } as unknown as JsonObject;
}
