// Follows staging/src/k8s.io/apiserver/pkg/authentication/token/tokenfile/tokenfile.go (v1.36)

import { readFile } from 'node:fs/promises';
import type { UserInfo } from '../request-context.js';
import { ownerFor } from './audiences.js';
import type { TokenAuthenticator } from './authenticator.js';
import { parseCsv } from './csv.js';

/**
 * The users of a file with lines of `token,user,uid,"group1,group2"`. Read once. The tokens name no audiences: they are
 * valid for `implied`.
 */
export async function readTokenFile(file: string, implied: readonly string[]): Promise<TokenAuthenticator> {
  const users = parseTokens(await readFile(file, 'utf8'), file);
  return {
    async authenticateToken(token, requested) {
      const user = users.get(token);
      return user && ownerFor(user, { implied, requested });
    },
  };
}

/** If a token occurs twice, the last line wins. */
export function parseTokens(text: string, file: string): ReadonlyMap<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  for (const record of parseCsv(text)) {
    const [token, name, uid, groups] = record;
    if (token === undefined || name === undefined || uid === undefined) {
      throw new Error(
        `token file '${file}' must have at least 3 columns (token, user name, user uid), found ${record.length}`,
      );
    }
    if (token === '') continue;
    users.set(token, { name, uid, groups: groups === undefined ? [] : groups.split(',') });
  }
  return users;
}
