// A soak test: creates and deletes objects, definitions, policies, users, watches and connections for a long time, never
// with the same name twice; the server's memory must not grow.
//
//   node test/reliability/soak.mjs [--minutes=10] [--rate=1500] [--prelude=500] [--snapshots=DIR] [-- flags of the server]
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from './soak/client.mjs';
import { judge, summary } from './soak/judgement.mjs';
import { openFiles, residentAnonymousBytes, startProbedServer, storeBytes } from './soak/server-process.mjs';
import { stories } from './soak/workload.mjs';

const storytellers = 24;
const sampleSeconds = 60;
const printedFailures = 20;

/**
 * Runs the soak and resolves with `{ samples, problems }`: it has passed if there are no problems. `server`: from
 * `startProbedServer`; unset: a new one. `rate`: the maximum of operations per second. `prelude`: how often each story
 * runs before the first minute, so that bounded caches are full. `snapshots`: a directory for heap snapshots after a
 * minute, after a third of the time, and at the end; writing them needs memory that stays in the process, so resident
 * memory means little then.
 */
export async function runSoak({ server, print = console.log, ...options } = {}) {
  const own = server ? undefined : await startProbedServer();
  try {
    return await soak(server ?? own, { minutes: 10, rate: 1500, prelude: 500, print, ...options });
  } finally {
    await own?.stop();
  }
}

async function soak(server, { minutes, rate, prelude, print, snapshots }) {
  const client = new Client(server);
  const load = new Load({ client, rate, prelude, print });
  const sampling = new Sampling({ server, load, print });
  load.start();
  await load.preludeIsOver();
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) await load.during(sampleSeconds * 1000);
    const isSnapshot = minute === 1 || minute === Math.ceil(minutes / 3) || minute === minutes;
    await sampling.take(minute);
    if (snapshots && isSnapshot) {
      await load.atRest(() => server.writeSnapshot(`${snapshots}/minute-${minute}.heapsnapshot`));
    }
  }
  await load.stop();
  client.close();
  const { samples } = sampling;
  const problems = judge({ samples, failures: load.failures });
  print(summary({ samples, failures: load.failures, problems }));
  return { samples, problems };
}

/** Runs the stories with limited concurrency, and no faster than the rate. */
class Load {
  operations = 0;
  failures = [];
  #client;
  #print;
  #pace;
  #prelude;
  #isOver = false;
  #serial = 0;
  #running = [];
  #deck = stories.flatMap(({ weight, tell }) => Array(weight).fill(tell));

  constructor({ client, rate, prelude, print }) {
    this.#client = client;
    this.#print = print;
    this.#prelude = prelude * stories.length;
    this.#pace = new Pace(rate);
  }

  start() {
    this.#running = Array.from({ length: storytellers }, () => this.#tellStories());
  }

  /** Resolves when each story has run often enough to fill the event windows of caches. */
  async preludeIsOver() {
    while (this.#serial < this.#prelude) await this.during(100);
  }

  /** Runs work while no story is running. */
  async atRest(work) {
    await this.stop();
    await work();
    this.#isOver = false;
    this.start();
  }

  during(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Running stories are finished. */
  async stop() {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #tellStories() {
    while (!this.#isOver) {
      const serial = this.#serial++;
      const tell = this.#storyOf(serial);
      const id = `n${serial.toString(36)}`;
      try {
        await tell({ id, send: (...request) => this.#send(...request), watch: (path) => this.#watch(path) });
      } catch (error) {
        const failure = `${new Date().toISOString()} ${tell.name} ${id}: ${error.message}`;
        this.failures.push(failure);
        if (this.failures.length <= printedFailures) this.#print(`failed: ${failure}`);
      }
    }
  }

  /** Stepping by a coprime number mixes the stories evenly and reproducibly. */
  #storyOf(serial) {
    if (serial < this.#prelude) return stories[serial % stories.length].tell;
    return this.#deck[(serial * 37) % this.#deck.length];
  }

  async #send(method, path, options = {}, expected = 200) {
    await this.#pace.next();
    this.operations++;
    const { status, text } = await this.#client.send(method, path, options);
    if (![expected].flat().includes(status)) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  }

  async #watch(path) {
    await this.#pace.next();
    this.operations++;
    return this.#client.watch(path);
  }
}

/** Limits the rate per second; unused time is lost. */
class Pace {
  #milliseconds;
  #next = 0;

  constructor(rate) {
    this.#milliseconds = 1000 / rate;
  }

  async next() {
    const now = performance.now();
    this.#next = Math.max(this.#next + this.#milliseconds, now - 100);
    if (this.#next > now) await new Promise((resolve) => setTimeout(resolve, this.#next - now));
  }
}

/** Samples the server once a minute. */
class Sampling {
  samples = [];
  #server;
  #load;
  #print;

  constructor({ server, load, print }) {
    this.#server = server;
    this.#load = load;
    this.#print = print;
    print(
      'minute  operations  failures  RssAnon MiB  live heap MB  whole heap MB  external MB  handles  files  store MB',
    );
  }

  async take(minute) {
    const { pid } = this.#server;
    const anonymous = residentAnonymousBytes(pid);
    const { heapUsed, heapTotal, external, resources } = await this.#server.memory();
    const sample = {
      minute,
      operations: this.#load.operations,
      failures: this.#load.failures.length,
      anonymous,
      heapUsed,
      heapTotal,
      external,
      resources,
      files: openFiles(pid),
      store: storeBytes(this.#server),
    };
    this.samples.push(sample);
    this.#print(row(sample));
  }
}

function row({ minute, operations, failures, anonymous, heapUsed, heapTotal, external, resources, files, store }) {
  const mega = (bytes) => (bytes === undefined ? '-' : (bytes / 1e6).toFixed(1));
  const cells = [minute, operations, failures, anonymous === undefined ? '-' : (anonymous / 2 ** 20).toFixed(1)];
  cells.push(mega(heapUsed), mega(heapTotal), mega(external), resources, files ?? '-', mega(store));
  const widths = [6, 12, 10, 13, 14, 15, 13, 9, 7, 10];
  return cells.map((cell, index) => String(cell).padStart(widths[index])).join('');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      rate: { type: 'string', default: '1500' },
      prelude: { type: 'string', default: '500' },
      snapshots: { type: 'string' },
    },
    allowPositionals: true,
  });
  const server = await startProbedServer({ flags: positionals });
  const [minutes, rate, prelude] = [values.minutes, values.rate, values.prelude].map(Number);
  const { problems } = await runSoak({ server, minutes, rate, prelude, snapshots: values.snapshots });
  await server.stop();
  process.exitCode = problems.length > 0 ? 1 : 0;
}
