// Follows staging/src/k8s.io/apiserver/pkg/authentication/request/headerrequest/requestheader.go (v1.36)

import { type ApiRequest, headerText } from '../http/index.js';
import type { UserInfo } from '../request-context.js';
import { type Authenticator, refused } from './authenticator.js';
import type { CertificateVerifier } from './certificate-verifier.js';
import { commonNameOf } from './client-certificate.js';

export interface RequestHeaderOptions {
  /** Verifies the certificates of authenticating proxies. */
  readonly verifier: CertificateVerifier;
  /** Allowed common names of proxy certificates; empty: any certificate that the verifier accepts. */
  readonly allowedNames: readonly string[];
  /** In each list, the first header that is present is used. Lower case. */
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraPrefixes: readonly string[];
}

/** The user that an authenticating proxy names in headers, provided that the proxy presents an accepted certificate. */
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

/**
 * Keys may contain characters that are invalid in header names, percent-encoded. Invalid escapes are kept literally.
 */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key).toLowerCase();
  } catch {
    return key;
  }
}
