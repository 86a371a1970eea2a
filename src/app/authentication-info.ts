// Follows staging/src/k8s.io/apiserver/pkg/server/options/authentication.go (v1.36)

import { readFileSync } from 'node:fs';
import type { AuthenticationInfo } from '../aggregator/index.js';
import { filesOf, type PemSource } from '../server/http/index.js';
import { watchFiles } from '../server/reloading/index.js';
import type { ServerConfig } from './config/index.js';

/**
 * How extension API servers authenticate clients, for `extension-apiserver-authentication`. Reads the files on each
 * call.
 */
export function authenticationInfo({ authentication, features }: ServerConfig): AuthenticationInfo {
  const { clientAuthorities, requestHeader } = authentication;
  const sources = [clientAuthorities, requestHeader?.authorities].flatMap((source) => (source ? [source] : []));
  return {
    watch: (onChange) => watchFiles(filesOf(sources), onChange),
    ...(clientAuthorities && { clientAuthorities: () => read(clientAuthorities) }),
    ...(requestHeader && {
      requestHeader: {
        authorities: () => read(requestHeader.authorities),
        allowedNames: requestHeader.allowedNames,
        usernameHeaders: requestHeader.usernameHeaders,
        uidHeaders: features.isEnabled('RemoteRequestHeaderUID') ? requestHeader.uidHeaders : undefined,
        groupHeaders: requestHeader.groupHeaders,
        extraHeaderPrefixes: requestHeader.extraPrefixes,
      },
    }),
  };
}

function read(source: PemSource): string {
  return 'file' in source ? readFileSync(source.file, 'utf8') : source.pem.toString();
}
