import { defineGroup } from '../../../server/registry/index.js';
import { deviceClasses } from './deviceclasses/deviceclasses.js';
import { resourceClaims } from './resourceclaims/resourceclaims.js';
import { resourceClaimTemplates } from './resourceclaimtemplates/resourceclaimtemplates.js';
import { resourceSlices } from './resourceslices/resourceslices.js';

export const resource = defineGroup({
  name: 'resource.k8s.io',
  resources: [deviceClasses, resourceClaims, resourceClaimTemplates, resourceSlices],
});
