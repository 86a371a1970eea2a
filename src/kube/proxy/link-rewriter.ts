// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/transport.go (v1.36)

import { formatGoUrl, joinPath, parseGoUrl } from './go-url.js';

export interface LinkRewriterOptions {
  /** Path prefix of the proxy: `/api/v1/namespaces/a/pods/b/proxy`. */
  readonly pathPrefix: string;
  /** Host and port of the backend. */
  readonly serverHost: string;
  /** Host and port in the client's request. */
  readonly requestHost: string;
}

/** Rewrites links to a backend so that they lead through the proxy. */
export class LinkRewriter {
  readonly #options: LinkRewriterOptions;

  constructor(options: LinkRewriterOptions) {
    this.#options = options;
  }

  /** Leaves relative links and links to other hosts unchanged. Returns undefined if the link is not a valid URL. */
  rewrite(link: string): string | undefined {
    const { pathPrefix, serverHost, requestHost } = this.#options;
    const url = parseGoUrl(link);
    if (!url) return undefined;
    const isElsewhere = url.host !== '' && url.host !== serverHost && url.host !== requestHost;
    if (isElsewhere || !url.path.startsWith('/')) return formatGoUrl(url);
    if (url.host !== requestHost) {
      url.scheme = '';
      url.host = '';
    }
    if (!url.path.startsWith(pathPrefix)) {
      const slash = url.path.endsWith('/') ? '/' : '';
      url.path = joinPath(pathPrefix, url.path) + slash;
    }
    return formatGoUrl(url);
  }
}
