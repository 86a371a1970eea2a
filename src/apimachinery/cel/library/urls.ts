// Follows staging/src/k8s.io/apiserver/pkg/cel/library/urls.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/url.go (v1.36)

import { spend } from '../budget.js';
import { type CelLibrary, defineFunction, type FunctionDeclaration, member, overload } from '../declarations.js';
import { CelFailure } from '../failure.js';
import { type CelMap, EntryMap } from '../maps.js';
import { CelReference } from '../reference.js';
import { type CelType, listOf, mapOf, opaqueOf } from '../types.js';
import { BOOL, STRING } from '../values.js';
import { copying } from './costs.js';
import { checkRequestUri, GoUrl } from './go-url.js';
import { UrlError } from './url-escapes.js';

const URL_TYPE: CelType<CelUrl> = opaqueOf<CelUrl>('kubernetes.URL');

class CelUrl extends CelReference {
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    super();
    this.url = url;
  }

  get type(): CelType {
    return URL_TYPE;
  }

  override equals(other: unknown): boolean {
    return other instanceof CelUrl && this.url.equals(other.url);
  }
}

function parseUrl(text: string): CelUrl {
  spend(text.length);
  try {
    return new CelUrl(GoUrl.parse(text));
  } catch (thrown) {
    if (!(thrown instanceof UrlError)) throw thrown;
    throw new CelFailure(`URL parse error during conversion from string: ${thrown.message}`);
  }
}

/** Returns Go's error message for an invalid URL; otherwise undefined. */
export function urlProblem(text: string): string | undefined {
  try {
    checkRequestUri(text);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof UrlError) return thrown.message;
    throw thrown;
  }
}

function queryOf({ url }: CelUrl): CelMap {
  const map = new EntryMap();
  for (const [key, values] of url.query) map.add(key, values);
  return map;
}

function getter(name: string, id: string, read: (url: GoUrl) => string): FunctionDeclaration {
  return defineFunction(name, member({ id, parameters: [URL_TYPE], result: STRING, evaluate: ({ url }) => read(url) }));
}

/** URLs, absolute URIs and absolute paths, and their parts. */
export const urlsLibrary: CelLibrary = {
  name: 'kubernetes.urls',
  functions: () => [
    defineFunction(
      'url',
      overload({
        id: 'string_to_url',
        parameters: [STRING],
        result: URL_TYPE,
        evaluate: parseUrl,
        ...copying,
      }),
    ),
    defineFunction(
      'isURL',
      overload({
        id: 'is_url_string',
        parameters: [STRING],
        result: BOOL,
        evaluate: (text) => {
          spend(text.length);
          return urlProblem(text) === undefined;
        },
      }),
    ),
    getter('getScheme', 'url_get_scheme', (url) => url.scheme),
    getter('getHost', 'url_get_host', (url) => url.host),
    getter('getHostname', 'url_get_hostname', (url) => url.hostname),
    getter('getPort', 'url_get_port', (url) => url.port),
    getter('getEscapedPath', 'url_get_escaped_path', (url) => url.escapedPath),
    defineFunction(
      'getQuery',
      member({
        id: 'url_get_query',
        parameters: [URL_TYPE],
        result: mapOf(STRING, listOf(STRING)) as CelType<CelMap>,
        evaluate: queryOf,
      }),
    ),
  ],
};
