// Follows staging/src/k8s.io/apiserver/pkg/server/routes/flags.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/routes/profiling.go (v1.36)

import { dumpFlowControl, type FlowControl } from '../flow-control/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import type { Logger } from '../logging/index.js';
import { pprofResponse } from './profiles.js';

export interface DebugOptions {
  /** `--profiling`: profiles of the process below /debug/pprof/. */
  readonly profiling?: boolean;
  /** Its verbosity can be changed at /debug/flags/v. */
  readonly log?: Logger | undefined;
  /** Its state is shown below /debug/api_priority_and_fairness/. */
  readonly flowControl?: FlowControl | undefined;
}

const maxBodyBytes = 1024;
const dumpsPath = '/debug/api_priority_and_fairness/';

/** Serves requests below /debug/; undefined if there is no such endpoint. */
export async function debugResponse(request: ApiRequest, options: DebugOptions): Promise<ApiResponse | undefined> {
  const { path } = request;
  const { profiling = false, log, flowControl } = options;
  if (profiling && path.startsWith('/debug/pprof')) return pprofResponse(request);
  if (profiling && log && path === '/debug/flags') return html('<html><body><a href="flags/v">v</a></body></html>');
  if (profiling && log && path === '/debug/flags/v') return setVerbosity(request, log);
  if (!flowControl || !path.startsWith(dumpsPath)) return undefined;
  const text = dumpFlowControl(flowControl, path.slice(dumpsPath.length), request.query);
  return text === undefined ? undefined : plainText(200, text);
}

async function setVerbosity(request: ApiRequest, log: Logger): Promise<ApiResponse> {
  if (request.method !== 'PUT') return plainText(406, 'unsupported http method');
  const text = (await request.body(maxBodyBytes)).toString();
  if (!/^-?\d{1,9}$/.test(text)) {
    const problem = `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`;
    return plainText(400, `failed to set klog.logging.verbosity ${text}: ${problem}`);
  }
  log.verbosity = Number(text);
  return plainText(200, `successfully set klog.logging.verbosity to ${text}`);
}

function plainText(status: number, text: string): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) };
}

function html(text: string): ApiResponse {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(text) };
}
