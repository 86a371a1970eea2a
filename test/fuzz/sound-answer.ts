import type { Answer, FuzzRequest } from './fuzz-server.js';

/** What is wrong with an answer; undefined: nothing. */
export function flawOf(request: FuzzRequest, answer: Answer): string | undefined {
  const { method, path } = request;
  const { status, headers, body } = answer;
  if (!(status >= 200 && status < 600)) return `status ${status}`;
  if (isAboutNothing(answer)) return undefined;
  if (status >= 500 && !isExplained(request, answer)) return `status ${status}: ${body}`;
  if (status < 400 || method === 'HEAD' || !isApiPath(path)) return undefined;
  if (body.length === 0) return `nothing said about status ${status}`;
  // A path that cannot be read is nobody's: it is refused in words, as Go's own server does it.
  if (!isReadable(path)) return status === 400 ? undefined : `status ${status} for a path that cannot be read`;
  const type = String(headers['content-type']);
  if (!type.startsWith('application/')) return `an error as ${type}`;
  return type === 'application/json' ? flawOfStatus(body, status) : undefined;
}

/** A path such as `/api/v1/watch`: kube-apiserver too answers in plain words that it is about no object. */
function isAboutNothing({ status, body }: Answer): boolean {
  return status === 500 && /^Internal Server Error: ".*": failed to create RequestInfo: /.test(String(body));
}

/**
 * Where kube-apiserver too says 504, of a resourceVersion that does not come about in time, or 500: of directives of a
 * strategic merge patch that make no sense, of an object's resourceVersion that is no number, and of namespaces that would
 * lead elsewhere in the store.
 */
function isExplained({ headers = {} }: FuzzRequest, { status, body }: Answer): boolean {
  if (status !== 500) return status === 504;
  const { reason, message } = JSON.parse(String(body));
  if (/\binvalid resource name "\.\.?"/.test(message)) return true;
  const isStrategic = headers['content-type'] === 'application/strategic-merge-patch+json';
  return reason === undefined && (isStrategic || /strconv\.ParseUint: parsing .*: invalid syntax$/s.test(message));
}

function flawOfStatus(body: Buffer, status: number): string | undefined {
  const told = JSON.parse(String(body));
  const isStatus = told.kind === 'Status' && told.apiVersion === 'v1' && told.status === 'Failure';
  if (!isStatus || typeof told.message !== 'string') return `not a Status: ${body}`;
  return told.code === status ? undefined : `code ${told.code} with status ${status}`;
}

function isReadable(path: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(path.split('?', 1)[0]!);
}

function isApiPath(path: string): boolean {
  return /^\/apis?\//.test(path);
}
