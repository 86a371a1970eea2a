import type { RequestInfo } from './request-info.js';

/** Whether a request may last: such requests have no deadline and no share of the limits on concurrent requests. */
export type LongRunningCheck = (info: RequestInfo) => boolean;

export interface LongRunningRules {
  readonly verbs: readonly string[];
  readonly subresources?: readonly string[];
  /** Beginnings of paths that are not about resources. */
  readonly pathPrefixes?: readonly string[];
}

/** What every API server takes for long-running. */
export const basicLongRunningRules: LongRunningRules = { verbs: ['watch'], pathPrefixes: ['/debug/pprof/'] };

/** What the Kubernetes API server takes for long-running. */
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
