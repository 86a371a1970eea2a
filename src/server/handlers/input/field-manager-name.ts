// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (v1.36)

import { managerNameOf } from '../../../apimachinery/apply/index.js';
import type { RequestContext } from '../../request-context.js';

/** Returns the field manager's name: the one that the client gives, or else the beginning of its user agent. */
export function managerOf(context: RequestContext, fieldManager: string | undefined): string {
  const userAgent = context.request.header('user-agent');
  return managerNameOf({ ...(fieldManager && { fieldManager }), ...(userAgent && { userAgent }) });
}
