// npm run parity [-- --area crud,list] [--case 'its name'] [-v] [--log] [--etcd URL]: starts a server on a free port, runs
// black-box cases against it, and compares what they see with what kube-apiserver v1.36 answered (golden/).
//   --url URL --token T   a server that runs already; PARITY_CA_CERT and PARITY_CA_KEY name its client authority
//   --workers N           how many processes serve
//   --real                the original, of the binaries that KUBE_APISERVER, ETCD and KUBE_CONTROLLER_MANAGER name
//   Areas that say `needsEtcd` run on an etcd: that of --etcd, or one that is started (ETCD: the binary).
//   --record              writes what the server answers to golden/ instead of comparing: with --real
//   --missing             only cases that have no recorded answer yet
import { parseArgs } from 'node:util';
import { allAreas, differences, needsOf, record, recordedAnswers, runArea } from './support/run-area.mjs';
import { startServer } from './support/start-server.mjs';

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    case: { type: 'string' },
    verbose: { type: 'boolean', short: 'v' },
    log: { type: 'boolean' },
    etcd: { type: 'string' },
    url: { type: 'string' },
    token: { type: 'string', default: 'admin-token' },
    workers: { type: 'string' },
    real: { type: 'boolean' },
    record: { type: 'boolean' },
    missing: { type: 'boolean' },
  },
});

// Cases connect to servers whose certificates were signed a moment ago, by an authority that is gone in the next.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');

const servers = new Map();
let failed = false;
try {
  failed = !(await (options.record ? recordAreas() : compareAreas()));
} finally {
  for (const server of servers.values()) await server.close();
}
process.exit(failed ? 1 : 0);

/** The server for an area: one for all that need no flags, or etcd, of their own. */
async function serverFor(area) {
  const { flags, needsEtcd, controllers } = await needsOf(area);
  const ownEtcd = needsEtcd && !options.real && !options.etcd;
  const key = JSON.stringify([flags, ownEtcd, controllers]);
  if (!servers.has(key)) servers.set(key, await openServer({ flags, ownEtcd, controllers }));
  return servers.get(key);
}

async function openServer({ flags, ownEtcd, controllers }) {
  if (options.url) return { url: new URL(options.url), token: options.token, close: async () => {} };
  const { KUBE_APISERVER: kubeApiServer, ETCD: etcd, KUBE_CONTROLLER_MANAGER: controllerManager } = process.env;
  if (options.real && !(kubeApiServer && etcd)) throw new Error('--real: set KUBE_APISERVER and ETCD to the binaries');
  if (options.real && controllers && !controllerManager) throw new Error('--real: set KUBE_CONTROLLER_MANAGER');
  const real = options.real ? { kubeApiServer, etcd, controllerManager } : undefined;
  const all = options.workers ? [...flags, `--workers=${options.workers}`] : flags;
  const { etcd: etcdUrl, log: showLog } = options;
  const started = await startServer({ real, etcd: etcdUrl, showLog, flags: all, ownEtcd, controllers });
  process.env.PARITY_CA_CERT = started.authority.certificate;
  process.env.PARITY_CA_KEY = started.authority.key;
  return started;
}

function isNamed(name) {
  return options.case === undefined || name === options.case;
}

function chosenAreas() {
  return options.area?.split(',') ?? allAreas();
}

async function compareAreas() {
  const misses = [];
  let total = 0;
  for (const area of chosenAreas()) {
    const recorded = recordedAnswers(area);
    const results = await runArea(area, { server: await serverFor(area), isChosen: isNamed });
    const missed = results.flatMap(([name, seen]) => {
      const found = differences(recorded[name], seen);
      return found.length > 0 ? [[`  ${area}/${name}`, ...(options.verbose ? found : [])].join('\n')] : [];
    });
    console.log(`${area}: ${results.length - missed.length}/${results.length}`);
    misses.push(...missed);
    total += results.length;
  }
  if (misses.length > 0) console.log(`misses:\n${misses.join('\n')}`);
  console.log(`${total - misses.length}/${total} cases as kube-apiserver v1.36`);
  return total > 0 && misses.length === 0;
}

async function recordAreas() {
  for (const area of chosenAreas()) {
    const known = recordedAnswers(area);
    const isChosen = (name) => isNamed(name) && !(options.missing && known[name]);
    const results = await runArea(area, { server: await serverFor(area), isChosen });
    for (const [name, seen] of results) {
      const error = seen.find(([label]) => label === 'error');
      if (error) console.log(`! ${area}/${name}: ${error[1]}`);
    }
    record(area, { ...(options.case || options.missing ? known : {}), ...Object.fromEntries(results) });
    console.log(`${area}: recorded ${results.length}`);
  }
  return true;
}
