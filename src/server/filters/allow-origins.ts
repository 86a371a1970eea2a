// Follows staging/src/k8s.io/apiserver/pkg/server/filters/cors.go (v1.36)

import { compilePattern, type Pattern } from '../../apimachinery/pattern/index.js';
import type { FilterHandler } from './filter.js';

const corsHeaders = {
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'access-control-expose-headers': 'Date',
  'access-control-allow-credentials': 'true',
} as const;

/** CORS: allows requests from origins that match one of the patterns (RE2). Throws if a pattern is invalid. */
export function allowOrigins(patterns: readonly string[]): FilterHandler {
  const compiled = patterns.map(validPattern);
  return (context, next) => {
    const { request } = context;
    const origin = request.header('origin');
    if (!origin || !compiled.some((pattern) => pattern.matches(origin))) return next();
    Object.assign(context.responseHeaders, { 'access-control-allow-origin': origin, ...corsHeaders });
    return request.method === 'OPTIONS' ? { status: 204, headers: {} } : next();
  };
}

function validPattern(source: string): Pattern {
  const pattern = compilePattern(source);
  if (pattern.fault !== undefined) throw new Error(pattern.fault);
  return pattern;
}
