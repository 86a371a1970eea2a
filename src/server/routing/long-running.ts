// Follows staging/src/k8s.io/apiserver/pkg/server/filters/longrunning.go (v1.36)

import type { RequestInfo } from './request-info.js';

/** Whether a request is long-running: such requests have no deadline and are exempt from the in-flight limits. */
export type LongRunningCheck = (info: RequestInfo) => boolean;

/** Which requests are long-running: these have no deadline, and are exempt from limits of requests in flight. */
export interface LongRunningRules {
  readonly verbs: readonly string[];
  readonly subresources?: readonly string[];
  /** Prefixes of non-resource paths. */
  readonly pathPrefixes?: readonly string[];
}

/** The rules of every API server. */
export const basicLongRunningRules: LongRunningRules = { verbs: ['watch'], pathPrefixes: ['/debug/pprof/'] };

/** The rules of the Kubernetes API server. */
export const kubeLongRunningRules: LongRunningRules = {
  verbs: ['watch', 'proxy'],
  subresources: ['attach', 'exec', 'proxy', 'log', 'portforward'],
  pathPrefixes: ['/debug/pprof/'],
};

export function longRunningCheck({ verbs, subresources = [], pathPrefixes = [] }: LongRunningRules): LongRunningCheck {
  return (info) => {
    if (verbs.includes(info.verb)) return true;
    if (info.isResourceRequest) return info.subresource !== '' && subresources.includes(info.subresource);
    return pathPrefixes.some((prefix) => info.path.startsWith(prefix));
  };
}
