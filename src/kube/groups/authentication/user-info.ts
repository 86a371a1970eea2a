// Follows staging/src/k8s.io/apiserver/pkg/authentication/user/user.go (v1.36)

import type { UserInfo as UserInfoObject } from '../../../api/authentication/v1.js';
import type { UserInfo } from '../../../server/index.js';

/** Encodes a user as UserInfo. */
export function userInfoObject({ name, uid, groups, extra = {} }: UserInfo): UserInfoObject {
  return {
    ...(name !== '' && { username: name }),
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extra).length > 0 && {
      extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
    }),
  };
}
