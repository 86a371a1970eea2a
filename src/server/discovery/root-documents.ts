// Follows staging/src/k8s.io/apiserver/pkg/server/routes/index.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/routes/version.go (v1.36)

import { arch, platform } from 'node:os';
import { checkAccepted, encodeJsonPretty } from '../../apimachinery/codec/index.js';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { genericServerResponse } from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';

/** The content of `/version`. */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly emulationMajor?: string;
  readonly emulationMinor?: string;
  readonly minCompatibilityMajor?: string;
  readonly minCompatibilityMinor?: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** The version of a server: major and minor at least; the rest has defaults. */
export type ServerVersion = Pick<VersionInfo, 'major' | 'minor'> & Partial<VersionInfo>;

/** Fills in what describes a program without a build: fields about Go describe its replacement here. */
export function versionInfo({ major, minor, ...version }: ServerVersion): VersionInfo {
  return {
    major,
    minor,
    gitVersion: `v${major}.${minor}.0`,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: `node ${process.version}`,
    compiler: 'v8',
    platform: `${platform()}/${arch() === 'x64' ? 'amd64' : arch()}`,
    ...version,
  };
}

const versionRoot = '/version';

/** Serves `/version`; returns undefined for paths not below it. Throws NotFound, MethodNotAllowed and NotAcceptable. */
export function versionResponse(info: VersionInfo, request: ApiRequest): ApiResponse | undefined {
  const { path } = request;
  if (path !== versionRoot && !path.startsWith(`${versionRoot}/`)) return undefined;
  if (path.length > versionRoot.length + 1) throw genericServerResponse({ code: 404, method: '' });
  if (request.method !== 'GET') throw genericServerResponse({ code: 405, method: '' });
  checkAccepted(request.header('accept'), ['application/json']);
  return rawJson({ ...info });
}

/** `/`: each path once, in alphabetical order. */
export function indexResponse(paths: Iterable<string>): ApiResponse {
  return rawJson({ paths: [...new Set(paths)].sort() });
}

/** Not negotiated: indented JSON, whatever the client accepts. */
function rawJson(value: JsonValue): ApiResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: encodeJsonPretty(value) };
}
