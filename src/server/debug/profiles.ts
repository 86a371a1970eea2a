// Follows staging/src/k8s.io/apiserver/pkg/server/routes/profiling.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import type { ApiRequest, ApiResponse, ResponseSink } from '../http/index.js';

const defaultSeconds = 30;
const maxSeconds = 600;

interface Profile {
  readonly description: string;
  readonly respond: (request: ApiRequest) => Promise<ApiResponse> | ApiResponse;
}

/** Named as in Go where there is an equivalent; in V8's formats, which Go's tools do not read. */
const profiles: Readonly<Record<string, Profile>> = {
  profile: {
    description:
      'CPU profile of the next seconds (?seconds=30), as .cpuprofile of V8: for the developer tools of a browser',
    respond: (request) => cpuProfile(request),
  },
  heap: {
    description: 'everything in the heap, as .heapsnapshot of V8; the server stands still while it is taken',
    respond: () => heapSnapshot(),
  },
  allocs: {
    description: 'a sample of what is allocated in the next seconds (?seconds=30), as .heapprofile of V8',
    respond: (request) => allocationProfile(request),
  },
  cmdline: {
    description: 'the command line of the process',
    respond: () => ({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      body: Buffer.from([process.execPath, ...process.argv.slice(1)].join('\0')),
    }),
  },
};

/** Serves a profile of the process, or the index if none is named. */
export async function pprofResponse(request: ApiRequest): Promise<ApiResponse> {
  const name = request.path.slice('/debug/pprof/'.length);
  if (request.path === '/debug/pprof') return { status: 301, headers: { location: '/debug/pprof/' } };
  if (name === '') return index();
  if (Object.hasOwn(profiles, name)) return profiles[name]!.respond(request);
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-go-pprof': '1',
    'x-content-type-options': 'nosniff',
  };
  return { status: 404, headers, body: Buffer.from('Unknown profile\n') };
}

function index(): ApiResponse {
  const rows = Object.entries(profiles).map(
    ([name, { description }]) => `<li><a href="${name}">${name}</a>: ${description}</li>`,
  );
  const text = `<html><head><title>/debug/pprof/</title></head><body><p>Profiles of this process, a program of Node.js ${process.version}: they are in the forms of V8, not in that of pprof.</p><ul>${rows.join('')}</ul></body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(text) };
}

async function cpuProfile(request: ApiRequest): Promise<ApiResponse> {
  const profile = await withInspector(async (session) => {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await secondsOf(request);
    return (await session.post('Profiler.stop')).profile;
  });
  return attachment('profile.cpuprofile', Buffer.from(JSON.stringify(profile)));
}

async function allocationProfile(request: ApiRequest): Promise<ApiResponse> {
  const profile = await withInspector(async (session) => {
    await session.post('HeapProfiler.startSampling');
    await secondsOf(request);
    return (await session.post('HeapProfiler.stopSampling')).profile;
  });
  return attachment('allocs.heapprofile', Buffer.from(JSON.stringify(profile)));
}

/** Loaded on first use, since most servers are never profiled. */
async function withInspector<Result>(
  work: (session: import('node:inspector/promises').Session) => Promise<Result>,
): Promise<Result> {
  const { Session } = process.getBuiltinModule('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    return await work(session);
  } finally {
    session.disconnect();
  }
}

/** Waits as long as the request specifies, or until the client disconnects. */
function secondsOf({ query, signal }: ApiRequest): Promise<void> {
  const requested = Number(query.get('seconds'));
  const seconds = requested > 0 ? Math.min(requested, maxSeconds) : defaultSeconds;
  return new Promise((resolve) => {
    const cancelTimer = systemClock.after(seconds * 1000, done);
    signal.addEventListener('abort', done);
    function done(): void {
      cancelTimer();
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

async function heapSnapshot(): Promise<ApiResponse> {
  const { getHeapSnapshot } = process.getBuiltinModule('node:v8');
  const body = async (sink: ResponseSink): Promise<void> => {
    for await (const chunk of getHeapSnapshot()) {
      if (sink.closed.aborted) return;
      if (!sink.write(Buffer.from(chunk))) await sink.drained();
    }
  };
  return attachment('heap.heapsnapshot', body);
}

function attachment(name: string, body: NonNullable<ApiResponse['body']>): ApiResponse {
  const headers = {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body };
}
