import type { Authorizer } from '../../authorization/index.js';
import type { MetricsRegistry } from '../../metrics/index.js';
import type { FollowedObjects } from '../../registry/index.js';
import type { FindNamespace } from '../matching/index.js';
import type { Params } from './params.js';

/** What a plug-in that goes by policies is made from. */
export interface PolicyPluginOptions {
  readonly policies: () => FollowedObjects;
  readonly bindings: () => FollowedObjects;
  /** Not shared with another plug-in. */
  readonly params: Params;
  readonly findNamespace: FindNamespace;
  /** Whom expressions ask. */
  readonly authorizer: Authorizer;
  readonly metrics?: MetricsRegistry;
}
