import type { PatchOptions } from '../../apimachinery/meta/index.js';
import { metadataOf } from '../../apimachinery/meta/index.js';
import {
  applyPatchType,
  negotiatePatchType,
  type PatchType,
  patchTypes,
  strategicMergePatchType,
} from '../../apimachinery/patch/index.js';
import { conflict } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import { changeObject } from './change-object.js';
import type { Endpoint } from './endpoint.js';
import { checkName, claimNamespace } from './identity.js';
import { mergePatch } from './patch-types.js';
import { patchOptionsOf } from './request-options.js';
import { negotiate } from './respond.js';
import { applyPatch } from './server-side-apply.js';

export async function patchResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const type = negotiatePatchType(context.request.header('content-type'), supportedTypes(endpoint));
  const output = negotiate(context, endpoint);
  const bytes = await context.request.body(endpoint.maxBodyBytes);
  context.record?.requestPatch(bytes);
  const isApply = type === applyPatchType;
  const options: PatchOptions = patchOptionsOf(context.request.query, isApply ? 'apply' : 'other');
  const patch = { type, bytes, options };
  const patched = isApply ? applyPatch(endpoint, context, patch) : mergePatch(endpoint, context, patch);
  return changeObject(endpoint, context, {
    output,
    options,
    createIfMissing: isApply && appliesToNothing(endpoint),
    make: async (live) => {
      const object = await patched(live);
      const { uid } = metadataOf(object);
      if (!live && uid) throw missingUid(endpoint, context, uid);
      claimNamespace(object, endpoint, context);
      checkName(object, context);
      return object;
    },
  });
}

function appliesToNothing({ subresource, strategy }: Endpoint): boolean {
  return subresource === '' || strategy.createsOnApply === true || strategy.allowCreateOnUpdate === true;
}

/** Strategic merge needs the merge strategy of lists, which custom resources do not define. */
function supportedTypes({ resource }: Endpoint): readonly PatchType[] {
  return resource.isCustom ? patchTypes.filter((type) => type !== strategicMergePatchType) : patchTypes;
}

function missingUid({ resource }: Endpoint, { info }: RequestContext, uid: string): Error {
  const problem = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  return conflict(resource.groupResource, info.name, problem);
}
