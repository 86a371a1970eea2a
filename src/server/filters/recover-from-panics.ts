// Follows staging/src/k8s.io/apiserver/pkg/server/filters/wrap.go (v1.36)

import type { CodecRegistry } from '../../apimachinery/codec/index.js';
import { findStatusError, internalError } from '../../apimachinery/status/index.js';
import { respondError } from '../handlers/index.js';
import { ClientGoneError } from '../http/index.js';
import { toStatusError } from '../registry/index.js';
import { type FilterHandler, follow } from './filter.js';

/** Turns every error from inner filters and handlers into a Status: the only place where that happens. */
export function recoverFromPanics(onPanic: (error: unknown) => void, codecs: CodecRegistry): FilterHandler {
  return (context, next) =>
    follow(next, {
      responded: (response) => response,
      failed: (thrown) => {
        const error = toStatusError(thrown);
        if (findStatusError(error)) return respondError(context, context.codecs ?? codecs, error);
        if (error instanceof ClientGoneError) return { status: 499, headers: {}, closeConnection: true };
        onPanic(error);
        const { method, target } = context.request;
        return respondError(context, codecs, internalError(`apiserver panic'd on ${method} ${target}`));
      },
    });
}
