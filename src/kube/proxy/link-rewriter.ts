import { formatGoUrl, joinPath, parseGoUrl } from './go-url.js';

export interface LinkRewriterOptions {
  /** What stands before the paths of the server behind, in ours: `/api/v1/namespaces/a/pods/b/proxy`. */
  readonly pathPrefix: string;
  /** Host and port of the server behind. */
  readonly serverHost: string;
  /** Host and port that the client asked for. */
  readonly requestHost: string;
}

/** Makes links to a server behind this one lead through this one. */
export class LinkRewriter {
  readonly #options: LinkRewriterOptions;

  constructor(options: LinkRewriterOptions) {
    this.#options = options;
  }

  /** Links to elsewhere, and those that go from where they stand, are as they were. Undefined where it is no URL. */
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
