import { parseDuration } from '../../apimachinery/meta/index.js';
import { badRequest, timeout } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import type { LongRunningCheck } from '../routing/index.js';
import type { Filter } from './filter.js';

/** A request that is not long-running is answered within this time, or the shorter one that it asks for. */
export function enforceDeadline(milliseconds: number, isLongRunning: LongRunningCheck): Filter {
  return (context, next) => {
    if (isLongRunning(context.info)) return next();
    const { request } = context;
    const asked = request.rawQuery.includes('timeout=') ? request.query.get('timeout') : null;
    const allowed = asked ? Math.min(askedFor(asked) || milliseconds, milliseconds) : milliseconds;
    context.deadline = performance.now() + allowed;
    return within(next(), allowed, (late) => request.cancel(late));
  };
}

/** By hand, because every request comes this way: `Promise.race` costs several promises more. */
function within(work: Promise<ApiResponse>, milliseconds: number, onLate: (late: Error) => void): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const late = timeout('request did not complete within the allowed duration', 0);
      reject(late);
      onLate(late);
    }, milliseconds);
    work.then(
      (response) => {
        clearTimeout(timer);
        resolve(response);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Clients send the same one with every request. */
let lastAsked = { text: '0s', milliseconds: 0 };

/** 0: as long as the server allows. Throws `badRequest`. */
function askedFor(text: string): number {
  if (text === lastAsked.text) return lastAsked.milliseconds;
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) {
    lastAsked = { text, milliseconds };
    return milliseconds;
  }
  const problem = `time: invalid duration ${JSON.stringify(text)}`;
  throw badRequest(`invalid timeout specified in the request URL - ${problem}`);
}
