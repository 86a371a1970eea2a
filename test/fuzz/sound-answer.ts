import type { Answer, FuzzRequest } from './fuzz-server.js';

/** What is wrong with an answer; undefined: nothing. */
export function flawOf(request: FuzzRequest, answer: Answer): string | undefined {
  const { method, path } = request;
  const { status, headers, body } = answer;
  if (!(status >= 200 && status < 600)) return `status ${status}`;
  if (status >= 500 && !isExplained(request, answer)) return `status ${status}: ${body}`;
  if (status < 400 || method === 'HEAD' || !isApiPath(path)) return undefined;
  if (body.length === 0) return `nothing said about status ${status}`;
  const type = String(headers['content-type']);
  if (!type.startsWith('application/')) return `an error as ${type}`;
  return type === 'application/json' ? flawOfStatus(body, status) : undefined;
}

/**
 * Where kube-apiserver too says 504, of a resourceVersion that does not come about in time, or 500 without a reason: of
 * directives of a strategic merge patch that make no sense, and of an object's resourceVersion that is no number.
 */
function isExplained({ headers = {} }: FuzzRequest, { status, body }: Answer): boolean {
  if (status !== 500) return status === 504;
  const { reason, message } = JSON.parse(String(body));
  const isStrategic = headers['content-type'] === 'application/strategic-merge-patch+json';
  return reason === undefined && (isStrategic || /strconv\.ParseUint: parsing .*: invalid syntax$/s.test(message));
}

function flawOfStatus(body: Buffer, status: number): string | undefined {
  const told = JSON.parse(String(body));
  const isStatus = told.kind === 'Status' && told.apiVersion === 'v1' && told.status === 'Failure';
  if (!isStatus || typeof told.message !== 'string') return `not a Status: ${body}`;
  return told.code === status ? undefined : `code ${told.code} with status ${status}`;
}

function isApiPath(path: string): boolean {
  return /^\/apis?\//.test(path);
}
