// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/update.go (v1.36)

import type { OutputChoice } from '../../../apimachinery/codec/index.js';
import { type JsonObject, mutableMetadataOf, type UpdateOptions } from '../../../apimachinery/meta/index.js';
import { traceEvent } from '../../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import { attributesOf } from '../admission.js';
import type { Endpoint } from '../endpoint.js';
import { forbiddenTo } from '../forbidden.js';
import { dropRepeatedOwners } from '../input/owner-references.js';
import { isDryRun } from '../input/request-options.js';
import { respondStored } from '../output/respond.js';

/** A change to an object by an update or a patch. */
export interface ObjectChange {
  readonly output: OutputChoice;
  readonly options: UpdateOptions;
  readonly createIfMissing: boolean;
  /** The event of a trace when the object is stored. */
  readonly storedEvent: string;
  /** Whether an object that is too large must not be stored without its managed fields. */
  readonly needsManagedFields?: boolean;
  /** UID that the client expects the object to have; unset: not checked. */
  readonly uid?: string | undefined;
  /**
   * Returns the new object with its managed fields, given the endpoint's view of the live one; undefined: the object
   * does not exist. May be called more than once, and must not modify its argument.
   */
  readonly make: (live: JsonObject | undefined) => Promise<JsonObject>;
}

/** The part that updates and patches share: admission, the store, the response. */
export async function changeObject(
  endpoint: Endpoint,
  context: RequestContext,
  change: ObjectChange,
): Promise<ApiResponse> {
  const { resource, view } = endpoint;
  const dryRun = isDryRun(change.options);
  const requested = { dryRun, options: change.options as JsonObject };
  const mayDropManagedFields = change.needsManagedFields !== true;
  const writeContext = { ...endpoint.writeContext(context, dryRun), mayDropManagedFields };
  const { object, created } = await endpoint.store.update(writeContext, context.info, {
    version: endpoint.version,
    strategy: endpoint.strategy,
    createIfMissing: change.createIfMissing,
    uid: change.uid,
    change: async (live) => {
      const whole = live && (await resource.convert(live, endpoint.version));
      const old = whole && view.showWithOwners(whole);
      const made = await change.make(old);
      const operation = old ? 'UPDATE' : 'CREATE';
      const attributes = attributesOf(endpoint, context, { operation, object: made, old, requested });
      const admitted = await endpoint.admission.mutate(context, attributes);
      dropRepeatedOwners(admitted, context, 'after-admission');
      return resource.convert(view.absorb(whole, admitted), endpoint.workingVersion);
    },
    admit: async (changed, before) => {
      if (!before) await authorizeCreation(endpoint, context);
      const operation = before ? 'UPDATE' : 'CREATE';
      const object = await shown(endpoint, changed);
      const old = before && (await shown(endpoint, before));
      await endpoint.admission.validate(
        context,
        attributesOf(endpoint, context, { operation, object, old, requested }),
      );
    },
  });
  traceEvent(change.storedEvent);
  return respondStored(context, endpoint, { status: created ? 201 : 200, stored: object, output: change.output });
}

/** Returns the endpoint's view of an object in the working version; partial views have no managed fields. */
async function shown({ resource, version, view }: Endpoint, object: JsonObject): Promise<JsonObject> {
  const whole = view.showWithOwners(await resource.convert(object, version));
  if (view.isWhole) return whole;
  const { managedFields: _, ...metadata } = mutableMetadataOf(whole);
  return { ...whole, metadata };
}

/** Permission to replace an object does not include permission to create one. */
async function authorizeCreation({ authorizer }: Endpoint, { user, info }: RequestContext): Promise<void> {
  const creation = { ...info, parts: info.parts, verb: 'create' };
  const { decision, reason } = await authorizer.authorize(user, creation);
  if (decision !== 'allow') throw forbiddenTo(user, creation, reason);
}
