// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go (v1.36)

import type { PatchOptions } from '../../../apimachinery/meta/index.js';
import { metadataOf } from '../../../apimachinery/meta/index.js';
import { applyCborPatchType, applyPatchType, negotiatePatchType } from '../../../apimachinery/patch/index.js';
import { conflict } from '../../../apimachinery/status/index.js';
import { activeSpan } from '../../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { checkName, claimNamespace } from '../input/identity.js';
import { mergePatch } from '../input/patch-types.js';
import { patchOptionsOf } from '../input/request-options.js';
import { applyPatch } from '../input/server-side-apply.js';
import { negotiate } from '../output/respond.js';
import { changeObject } from './change-object.js';

export async function patchResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const type = negotiatePatchType(context.request.header('content-type'), endpoint.patchTypes);
  const output = negotiate(context, endpoint);
  const bytes = await context.request.body(endpoint.maxBodyBytes);
  const span = activeSpan();
  span?.addEvent('limitedReadBody succeeded', { len: bytes.length });
  context.record?.requestPatch(bytes);
  span?.addEvent('Recorded the audit event');
  const isApply = type === applyPatchType || type === applyCborPatchType;
  const options: PatchOptions = patchOptionsOf(context.request.query, isApply ? 'apply' : 'other');
  const patch = { type, bytes, options };
  const patched = isApply ? await applyPatch(endpoint, context, patch) : mergePatch(endpoint, context, patch);
  return changeObject(endpoint, context, {
    output,
    options,
    storedEvent: 'Object stored in database',
    createIfMissing: isApply && appliesToNothing(endpoint),
    needsManagedFields: isApply,
    make: async (live) => {
      span?.addEvent('About to apply patch');
      const object = await patched(live);
      const { uid } = metadataOf(object);
      if (!live && uid) throw missingUid(endpoint, context, uid);
      claimNamespace(object, endpoint, context);
      checkName(object, context);
      span?.addEvent('About to check admission control');
      return object;
    },
  });
}

function appliesToNothing({ subresource, strategy }: Endpoint): boolean {
  return subresource === '' || strategy.createsOnApply === true || strategy.allowCreateOnUpdate === true;
}

function missingUid({ resource }: Endpoint, { info }: RequestContext, uid: string): Error {
  const problem = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  return conflict(resource.groupResource, info.name, problem);
}
