import { type ApiRequest, headerText } from '../http/index.js';
import type { UserInfo } from '../request-context.js';
import { type Authenticator, refused } from './authenticator.js';
import type { CertificateVerifier } from './certificate-verifier.js';
import { commonNameOf } from './client-certificate.js';

export interface RequestHeaderOptions {
  /** Of the proxies that may say who the user is. */
  readonly verifier: CertificateVerifier;
  /** Common names of their certificates; empty: any that the verifier lets through. */
  readonly allowedNames: readonly string[];
  /** Of each list the first header counts that the request has. Lower case. */
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraPrefixes: readonly string[];
}

/** The user whom a proxy in front of the server names in headers, if the proxy shows a certificate that it may. */
export function requestHeaderUser(options: RequestHeaderOptions): Authenticator {
  const { verifier, allowedNames } = options;
  return {
    authenticate(request) {
      const certificate = request.clientCertificate();
      if (!certificate) return undefined;
      verifier.verify(certificate);
      const proxy = commonNameOf(certificate.chain[0]!);
      if (allowedNames.length > 0 && !allowedNames.includes(proxy)) {
        throw refused(`x509: subject with cn=${proxy} is not in the allowed list`);
      }
      return namedUser(request, options);
    },
  };
}

function namedUser(request: ApiRequest, options: RequestHeaderOptions): UserInfo | undefined {
  const name = firstValue(request, options.usernameHeaders);
  if (name === undefined) return undefined;
  const uid = firstValue(request, options.uidHeaders);
  const extra = extrasOf(request, options.extraPrefixes);
  return {
    name,
    groups: options.groupHeaders.flatMap((header) => request.headerValues(header).map(headerText)),
    ...(uid !== undefined && { uid }),
    ...(extra && { extra }),
  };
}

function firstValue(request: ApiRequest, headers: readonly string[]): string | undefined {
  for (const header of headers) {
    const [value] = request.headerValues(header);
    if (value) return headerText(value);
  }
  return undefined;
}

function extrasOf(request: ApiRequest, prefixes: readonly string[]): Record<string, string[]> | undefined {
  const extra = Object.create(null) as Record<string, string[]>;
  for (const [header, value] of request.headerEntries()) {
    for (const prefix of prefixes) {
      if (!header.startsWith(prefix)) continue;
      const key = unescaped(header.slice(prefix.length));
      extra[key] ??= [];
      extra[key].push(headerText(value));
    }
  }
  return Object.keys(extra).length > 0 ? extra : undefined;
}

/** Keys may hold characters that headers may not. What is not an escape is taken as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key).toLowerCase();
  } catch {
    return key;
  }
}
