import type { FuzzRequest, TestResponse } from './fuzz-server.js';

/** The problem of a response; undefined: none. */
export function flawOf(request: FuzzRequest, response: TestResponse): string | undefined {
  const { method, path } = request;
  const { status, headers, body } = response;
  if (!(status >= 200 && status < 600)) return `status ${status}`;
  if (isAboutNothing(response)) return undefined;
  if (status >= 500 && !isExplained(request, response)) return `status ${status}: ${body}`;
  if (status < 400 || method === 'HEAD' || !isApiPath(path)) return undefined;
  if (body.length === 0) return `nothing said about status ${status}`;
  // A malformed path belongs to no server: it is refused in plain text, like Go's server does.
  if (!isReadable(path)) return status === 400 ? undefined : `status ${status} for a path that cannot be read`;
  const type = String(headers['content-type']);
  if (!type.startsWith('application/')) return `an error as ${type}`;
  return type === 'application/json' ? flawOfStatus(body, status) : undefined;
}

/** A path such as `/api/v1/watch`: kube-apiserver responds in plain text as well. */
function isAboutNothing({ status, body }: TestResponse): boolean {
  return status === 500 && /^Internal Server Error: ".*": failed to create RequestInfo: /.test(String(body));
}

/**
 * kube-apiserver also responds with 504 for a resourceVersion that is not reached in time, and with 500 for invalid
 * directives of a strategic merge patch, for a resourceVersion of an object that is not a number, and for namespaces
 * that would escape their key prefix.
 */
function isExplained({ headers = {} }: FuzzRequest, { status, body }: TestResponse): boolean {
  if (status !== 500) return status === 504;
  const { reason, message } = JSON.parse(String(body));
  if (/\binvalid resource name "\.\.?"/.test(message)) return true;
  const isStrategic = headers['content-type'] === 'application/strategic-merge-patch+json';
  return reason === undefined && (isStrategic || /strconv\.ParseUint: parsing .*: invalid syntax$/s.test(message));
}

function flawOfStatus(body: Buffer, status: number): string | undefined {
  const reported = JSON.parse(String(body));
  const isStatus = reported.kind === 'Status' && reported.apiVersion === 'v1' && reported.status === 'Failure';
  if (!isStatus || typeof reported.message !== 'string') return `not a Status: ${body}`;
  return reported.code === status ? undefined : `code ${reported.code} with status ${status}`;
}

function isReadable(path: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(path.split('?', 1)[0]!);
}

function isApiPath(path: string): boolean {
  return /^\/apis?\//.test(path);
}
