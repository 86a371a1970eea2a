import { isNotFound, statusCause } from '../apimachinery/status/index.js';

/** Whether a create failed because its namespace does not exist or is being deleted: no retry can change that. */
export function isNamespaceGone(error: unknown): boolean {
  return isNotFound(error) || isNamespaceTerminating(error);
}

export function isNamespaceTerminating(error: unknown): boolean {
  return statusCause(error, 'NamespaceTerminating') !== undefined;
}
