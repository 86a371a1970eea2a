import { metadataOf } from '../../apimachinery/meta/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import { changeObject } from './change-object.js';
import type { Endpoint } from './endpoint.js';
import { managerOf } from './field-manager-name.js';
import { checkName, claimNamespace } from './identity.js';
import { dropRepeatedOwners } from './owner-references.js';
import { readObject } from './read-object.js';
import { createOptionsOf } from './request-options.js';
import { negotiate } from './respond.js';

export async function updateResource(endpoint: Endpoint, context: RequestContext): Promise<ApiResponse> {
  const output = negotiate(context, endpoint);
  const options = createOptionsOf(context.request.query, 'UpdateOptions');
  const submitted = await readObject(context, endpoint, options.fieldValidation);
  claimNamespace(submitted, endpoint, context);
  checkName(submitted, context);
  dropRepeatedOwners(submitted, context, 'as-sent');
  const manager = managerOf(context, options.fieldManager);
  return changeObject(endpoint, context, {
    output,
    options,
    createIfMissing: endpoint.strategy.allowCreateOnUpdate === true && endpoint.subresource === '',
    uid: metadataOf(submitted).uid || undefined,
    make: (live) => endpoint.fieldManager.recordUpdate(live, submitted, { manager }),
  });
}
