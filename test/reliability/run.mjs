// npm run reliability [-- --group durability,overload] [--check <part of a name>] [--full] [--etcd] [--workers <n>] [--seed <text>]
// Each check prints what it found, one figure per line. With KUBE_APISERVER (and ETCD) the same is done with that program.
// See docs/reliability.md.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { groups } from './groups.mjs';
import { MachineSpeed } from './support/machine-speed.mjs';
import { Random } from './support/random.mjs';
import { Report } from './support/report.mjs';
import { Environment, target } from './support/servers.mjs';

const { values: options } = parseArgs({
  options: {
    group: { type: 'string', multiple: true },
    check: { type: 'string', multiple: true },
    full: { type: 'boolean', default: false },
    etcd: { type: 'boolean', default: false },
    workers: { type: 'string' },
    seed: { type: 'string', default: String(Date.now()) },
    list: { type: 'boolean', default: false },
  },
});

// Stops the servers as well.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

if (options.workers) target.args.push(`--workers=${options.workers}`);
const checks = chosenChecks();
if (options.list) {
  for (const { group, name } of checks) console.log(`${group.padEnd(16)}${name}`);
  process.exit(0);
}

const report = new Report(target.name);
const speed = new MachineSpeed();
speed.start();
const begin = performance.now();
console.log(`${target.name}, node ${process.version}, ${options.full ? 'full' : 'short'}, --seed ${options.seed}`);
// What an abandoned check still waits for fails when its servers are stopped.
let isOneAbandoned = false;
process.on('unhandledRejection', (error) => {
  if (!isOneAbandoned) throw error;
});
// Checks that wait for time to pass run in the background.
const background = checks.filter((check) => check.background && !options.full).map((check) => runCheck(check));
for (const check of checks) if (!check.background || options.full) await runCheck(check);
await Promise.all(background);
const seconds = Math.round((performance.now() - begin) / 1000);
console.log(`${report.held} ok, ${report.failed} failed, ${report.skipped} not counted, in ${seconds} s`);
process.exitCode = report.failed > 0 ? 1 : 0;

function chosenChecks() {
  const wantedGroups = options.group?.flatMap((names) => names.split(','));
  const unknown = wantedGroups?.filter((name) => !(name in groups)) ?? [];
  if (unknown.length > 0) fail(`no group ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
  const all = Object.entries(groups)
    .filter(([group]) => wantedGroups?.includes(group) ?? true)
    .flatMap(([group, list]) => list.map((check) => ({ group, ...check })));
  const wanted = options.check;
  const chosen = wanted ? all.filter(({ name }) => wanted.some((part) => name.includes(part))) : all;
  if (chosen.length === 0) fail(`no check has ${wanted?.join(' or ')} in its name; --list shows them`);
  return chosen.filter(({ onlyFull }) => options.full || !onlyFull || wanted !== undefined);
}

async function runCheck(check) {
  const { group, name, run, notFor = {}, seconds = options.full ? 3600 : 600 } = check;
  if (notFor[target.name]) return report.forCheck(group).skip(name, notFor[target.name]);
  const environment = new Environment();
  // A separate report: other checks may run at the same time.
  const own = report.forCheck(group);
  const started = performance.now();
  const context = {
    environment,
    full: options.full,
    target: target.name,
    seed: `${options.seed}/${name}`,
    random: new Random(`${options.seed}/${name}`),
    /** The storage of checks that do not choose one. */
    storage: options.etcd ? 'etcd' : 'embedded',
    figure: (what, result) => own.figure(what, result),
    skip: (what, reason) => own.skip(what, reason),
    /** A limit of time: longer if the machine was slow or busy since the check began. */
    limit: (time) => time * speed.slownessSince(started),
    /** Keeps files for the analysis of a failure, and prints where. */
    keep: (file, content) => keep(file, content),
  };
  let timer;
  try {
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => {
        isOneAbandoned = true;
        reject(new Error(`not done after ${seconds} s`));
      }, seconds * 1000);
    });
    await Promise.race([run(context), late]);
  } catch (error) {
    own.broke(name, error);
  } finally {
    clearTimeout(timer);
    const kept = await environment.stop({ keepLogs: own.hasFailed });
    const logs = kept.length > 0 ? `; logs in ${kept.join(' ')}` : '';
    if (own.hasFailed) console.log(`    again: --check '${name}' --seed ${options.seed}${logs}`);
  }
}

function keep(file, content) {
  const path = join(mkdtempSync(join(tmpdir(), 'trestle-reliability-')), file);
  writeFileSync(path, content);
  console.log(`    ${path}`);
  return path;
}

function fail(message) {
  console.error(`reliability: ${message}`);
  process.exit(2);
}
