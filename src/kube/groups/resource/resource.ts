// Follows pkg/registry/resource/rest/storage_resource.go (v1.36)

import type { Authorizer } from '../../../server/index.js';
import { defineGroup, type GroupDefinition, type Stores } from '../../../server/registry/index.js';
import { deviceClasses } from './deviceclasses/deviceclasses.js';
import { deviceTaintRules } from './devicetaintrules/devicetaintrules.js';
import { resourceClaims } from './resourceclaims/resourceclaims.js';
import { resourceClaimTemplates } from './resourceclaimtemplates/resourceclaimtemplates.js';
import { resourcePoolStatusRequests } from './resourcepoolstatusrequests/resourcepoolstatusrequests.js';
import { resourceSlices } from './resourceslices/resourceslices.js';

export function resource(stores: Stores, authorizer: Authorizer): GroupDefinition {
  return defineGroup({
    name: 'resource.k8s.io',
    resources: [
      deviceClasses,
      deviceTaintRules,
      resourceClaims(stores, authorizer),
      resourceClaimTemplates(stores),
      resourceSlices,
      resourcePoolStatusRequests,
    ],
  });
}
