// Follows staging/src/k8s.io/apiserver/pkg/server/options/authentication.go (v1.36)

import { readFileSync } from 'node:fs';
import type { AuthenticationInfo } from '../aggregator/index.js';
import { watchFiles } from '../server/reloading/index.js';
import type { ServerConfig } from './config/index.js';

/**
 * How extension API servers authenticate clients, for `extension-apiserver-authentication`. Reads the files on each
 * call.
 */
export function authenticationInfo(config: ServerConfig['authentication']): AuthenticationInfo {
  const { clientAuthorityFile, requestHeader } = config;
  const files = [clientAuthorityFile, requestHeader?.authorityFile].flatMap((file) => (file ? [file] : []));
  return {
    watch: (onChange) => watchFiles(files, onChange),
    ...(clientAuthorityFile && { clientAuthorities: () => readFileSync(clientAuthorityFile, 'utf8') }),
    ...(requestHeader && {
      requestHeader: {
        authorities: () => readFileSync(requestHeader.authorityFile, 'utf8'),
        allowedNames: requestHeader.allowedNames,
        usernameHeaders: requestHeader.usernameHeaders,
        uidHeaders: requestHeader.uidHeaders,
        groupHeaders: requestHeader.groupHeaders,
        extraHeaderPrefixes: requestHeader.extraPrefixes,
      },
    }),
  };
}
