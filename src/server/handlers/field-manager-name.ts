import { managerNameOf } from '../../apimachinery/apply/index.js';
import type { RequestContext } from '../request-context.js';

/** Who is said to have written an object: as the client says, or else what its user agent begins with. */
export function managerOf(context: RequestContext, fieldManager: string | undefined): string {
  const userAgent = context.request.header('user-agent');
  return managerNameOf({ ...(fieldManager && { fieldManager }), ...(userAgent && { userAgent }) });
}
