// One process against several that serve as one (--workers): requests per second, and the CPU of all of them per request.
// The load comes from wrk, which takes little CPU; without it, nothing is measured. Linux only,
// because CPU time and memory are read from /proc. The ratio depends on how many cores are free.
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { Agent, request } from 'node:https';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from '../../test/support/server-process.mjs';
import { apiServer, newDirectory, token } from '../compare/support/servers.mjs';

export const title = 'several processes serve as one';

const execute = promisify(execFile);
const seconds = 6;
const connections = 32;
const objects = 1000;
const watches = 200;
const events = 400;
const namespace = '/api/v1/namespaces/default';
/** What is wanted on two cores, against one worker. */
const wanted = { get: 1.7, events: 1.7, mixed: 1.6, writes: 1 };

export async function run(bench, { workers = String(Math.min(2, availableParallelism())) } = {}) {
  if (!isInstalled('wrk')) return bench.skip('wrk is not installed');
  const figures = [];
  for (const count of ['1', workers]) figures.push(await measure(count));
  const [one, several] = figures;
  for (const what of Object.keys(one.loads)) {
    const [before, after] = [one.loads[what], several.loads[what]];
    const detail = `${Math.round(before.perSecond)}/s, ${Math.round(before.cpu)} µs against ${Math.round(after.perSecond)}/s, ${Math.round(after.cpu)} µs`;
    bench.row(`${what}: ${detail}`, after.perSecond / before.perSecond, 'times', { atLeast: wanted[what] });
  }
  bench.row('memory of all processes, idle, one worker', one.idle, 'MB');
  bench.row('memory of another worker, idle', (several.idle - one.idle) / (workers - 1), 'MB', { atMost: 45 });
  bench.row(`the same with ${objects} objects after the load`, (several.loaded - one.loaded) / (workers - 1), 'MB');
}

async function measure(workers) {
  const directory = newDirectory();
  const flags = [program, `--data-dir=${join(directory, 'data')}`, `--workers=${workers}`];
  const { server, port } = await apiServer(process.execPath, flags, directory);
  const target = { port, directory, pid: server.pid };
  try {
    await allServe(target, Number(workers));
    const idle = memoryOf(server.pid);
    await fill(target);
    const loads = {
      get: await load(target, getScript()),
      mixed: await load(target, mixedScript()),
      writes: await load(target, writeScript()),
      events: await fanOut(target),
    };
    return { idle, loads, loaded: memoryOf(server.pid) };
  } finally {
    await server.kill('SIGTERM');
  }
}

/** Each connection leads to another process; requests on them wait until their process serves. */
async function allServe({ port }, workers) {
  const agents = Array.from(
    { length: workers },
    () => new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false }),
  );
  await Promise.all(agents.map((agent) => send(port, 'GET', '/version', { agent })));
  for (const agent of agents) agent.destroy();
}

async function fill({ port }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false });
  const data = { text: 'x'.repeat(900) };
  const create = (_, index) =>
    send(port, 'POST', `${namespace}/configmaps`, { agent, body: { metadata: { name: `map-${index}` }, data } });
  await Promise.all(Array.from({ length: objects }, create));
  agent.destroy();
}

/** Two rounds: the first one warms up. */
async function load(target, script) {
  const file = join(target.directory, 'load.lua');
  writeFileSync(file, script);
  const url = `https://127.0.0.1:${target.port}`;
  const once = async (duration) => {
    const before = cpuOf(target.pid);
    const { stdout } = await execute('wrk', [
      '-t',
      '1',
      '-c',
      String(connections),
      '-d',
      `${duration}s`,
      '-s',
      file,
      url,
    ]);
    const requests = Number(/(\d+) requests in/.exec(stdout)[1]);
    if (/Non-2xx/.test(stdout)) throw new Error(stdout);
    const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
    return { perSecond, cpu: (cpuOf(target.pid) - before) / requests };
  };
  await once(seconds / 2);
  return once(seconds);
}

const head = `local headers = { ["authorization"] = "Bearer ${token}", ["content-type"] = "application/json" }
math.randomseed(os.time())
local function name() return "${namespace}/configmaps/map-" .. math.random(0, ${objects - 1}) end
local patch = { ["authorization"] = headers["authorization"], ["content-type"] = "application/merge-patch+json" }
local count = 0
local function write()
  count = count + 1
  return wrk.format("PATCH", name(), patch, '{"data":{"count":"' .. count .. '"}}')
end
local function read() return wrk.format("GET", name(), headers) end
`;
const getScript = () => `${head}function request() return read() end\n`;
const writeScript = () => `${head}function request() return write() end\n`;
const mixedScript = () =>
  `${head}function request() if math.random(10) == 1 then return write() end return read() end\n`;

/** Events to all watches, which are spread over the processes: how many per second arrive, at which CPU. */
async function fanOut(target) {
  const { port, pid } = target;
  let received = 0;
  let wake = () => undefined;
  const sessions = Array.from({ length: 8 }, () => connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false }));
  const path = `${namespace}/configmaps?watch=1&fieldSelector=metadata.name%3Dmap-0`;
  const opened = Array.from({ length: watches }, (_, index) => {
    const stream = sessions[index % sessions.length].request({ ':path': path, authorization: `Bearer ${token}` });
    stream.on('data', (chunk) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) received++;
      wake();
    });
    return new Promise((resolve) => stream.once('response', resolve));
  });
  await Promise.all(opened);
  const until = (count) =>
    new Promise((resolve) => {
      wake = () => received >= count && resolve();
      wake();
    });
  await until(watches);
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  const headers = { 'content-type': 'application/merge-patch+json' };
  const change = async (count) => {
    for (let index = 0; index < count; index++) {
      await send(port, 'PATCH', `${namespace}/configmaps/map-0`, {
        agent,
        headers,
        body: { data: { event: `${index}-${count}` } },
      });
    }
  };
  received = 0;
  await Promise.all([change(events / 4), until((events / 4) * watches)]);
  received = 0;
  const [begin, before] = [performance.now(), cpuOf(pid)];
  await Promise.all([change(events), until(events * watches)]);
  const took = (performance.now() - begin) / 1000;
  const cpu = (cpuOf(pid) - before) / (events * watches);
  for (const session of sessions) session.destroy();
  agent.destroy();
  return { perSecond: (events * watches) / took, cpu };
}

function send(port, method, path, { agent, body, headers = { 'content-type': 'application/json' } }) {
  const options = {
    host: '127.0.0.1',
    port,
    method,
    path,
    agent,
    headers: { authorization: `Bearer ${token}`, ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** The process and those that it has started. */
function processesOf(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [String(pid), ...children];
}

/** CPU time of all processes of the server, in microseconds. */
function cpuOf(pid) {
  const ofOne = (one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  };
  return processesOf(pid).reduce((sum, one) => sum + ofOne(one), 0);
}

/** Memory of all processes of the server in megabytes: what they share counts once. */
function memoryOf(pid) {
  const ofOne = (one) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))[1]) / 1024;
  return processesOf(pid).reduce((sum, one) => sum + ofOne(one), 0);
}

function isInstalled(command) {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
