import { findStatusError, internalError } from '../../apimachinery/status/index.js';
import { respondError } from '../handlers/index.js';
import { ClientGoneError } from '../http/index.js';
import type { Filter } from './filter.js';

/** Turns whatever is thrown further in into a Status: the one place where that happens. */
export function recoverFromPanics(onPanic: (error: unknown) => void): Filter {
  return async (context, next) => {
    try {
      return await next();
    } catch (error) {
      if (findStatusError(error)) return respondError(context, undefined, error);
      if (error instanceof ClientGoneError) return { status: 499, headers: {}, closeConnection: true };
      onPanic(error);
      const message = `an error on the server has prevented the request from succeeding`;
      return respondError(context, undefined, internalError(error instanceof Error ? error.message : message));
    }
  };
}
