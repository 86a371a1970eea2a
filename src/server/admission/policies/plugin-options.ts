import type { Authorizer } from '../../authorization/index.js';
import type { MetricsRegistry } from '../../metrics/index.js';
import type { FindNamespace } from '../matching/index.js';
import type { Params } from './params.js';
import type { PolicyObjects } from './policy-source.js';

/** Options of the plug-ins for policies. */
export interface PolicyPluginOptions {
  readonly policies: PolicyObjects;
  readonly bindings: PolicyObjects;
  /** Not shared with another plug-in. */
  readonly params: Params;
  readonly findNamespace: FindNamespace;
  /** The authorizer behind the CEL variable `authorizer`. */
  readonly authorizer: Authorizer;
  readonly metrics?: MetricsRegistry;
  /** Whether the policies apply to policies and bindings too. Unset: no, since they are such objects. */
  readonly appliesToPolicies?: boolean;
}
