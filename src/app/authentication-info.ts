import { readFileSync } from 'node:fs';
import type { AuthenticationInfo } from '../aggregator/index.js';
import type { ServerConfig } from './config/index.js';

/** What extension API servers are told of how to know their clients: as the files say when they are asked for. */
export function authenticationInfo(config: ServerConfig['authentication']): AuthenticationInfo {
  const { clientAuthorityFile, requestHeader } = config;
  return {
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
