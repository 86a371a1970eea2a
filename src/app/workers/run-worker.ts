import { Socket } from 'node:net';
import type { ConnectionSource } from '../../server/http/index.js';
import { Logger } from '../../server/logging/index.js';
import { runUntilSignal, terminationSignals } from '../../server/process/index.js';
import { ReplicaStorage, RevisionFile } from '../../storage/embedded/replication/index.js';
import type { ServerConfig } from '../config/index.js';
import { ServerChain, type ServerChainOptions } from '../server-chain.js';
import { AuditLines } from './audit-lines.js';
import { catchUp, withCatchUp } from './catch-up.js';
import { Peer } from './peer.js';
import { ownerHooks, workerConfig } from './share-config.js';
import { workerSessions } from './shared-sessions.js';
import { forwardToOwner } from './whole-server.js';
import { type WorkerRole, workerDescriptors } from './worker-role.js';

const readyMilliseconds = 60_000;

/** Serves the connections that the owner accepts, until the owner shuts the worker down, or is gone itself. */
export async function runWorker(config: ServerConfig, { port }: WorkerRole): Promise<void> {
  // A terminal or service manager sends them to all processes: the owner decides when a worker ends.
  for (const signal of terminationSignals) process.on(signal, () => undefined);
  const log = new Logger(config.log);
  const owner = new Peer(process);
  const ending = endOf(owner);
  await runUntilSignal({
    log,
    until: ending,
    start: (process) => ServerChain.start({ ...workerOptions(config, { log, owner, port }), ...process }),
    onListening: async (chain) => {
      owner.on('metrics', () => chain.metrics.expose());
      owner.on('reset-metrics', () => chain.metrics.reset());
      owner.on<number>('verbosity', (verbosity) => {
        log.verbosity = verbosity;
      });
      const ready = chain.ready({ timeoutMilliseconds: readyMilliseconds });
      await Promise.race([ready.then(() => owner.notify('ready')), ending]);
    },
  });
  process.exit();
}

/** Resolves when the owner ends this process, or is gone. */
function endOf(owner: Peer): Promise<void> {
  return new Promise((resolve) => {
    owner.on('shutdown', () => resolve());
    process.once('disconnect', () => {
      process.exitCode = 1;
      resolve();
    });
  });
}

function workerOptions(
  config: ServerConfig,
  { log, owner, port }: { log: Logger; owner: Peer; port: number },
): Omit<ServerChainOptions, 'onFatal'> {
  let replica: ReplicaStorage | undefined;
  const caughtUp = catchUp(() => replica);
  return {
    config: workerConfig(config),
    log,
    isFollower: true,
    completedPostStartHooks: ownerHooks,
    openEngine: async () => {
      const stream = new Socket({ fd: workerDescriptors.store, readable: true, writable: true });
      const storage = await ReplicaStorage.connect({
        stream,
        revisions: new RevisionFile(workerDescriptors.revisions),
      });
      replica = storage;
      return { storage, close: () => storage.close() };
    },
    listen: async () => connectionsOf(owner, port),
    filters: (defaults) => [...withCatchUp(defaults, caughtUp), forwardToOwner(owner)],
    openAuditLog: () => new AuditLines(owner),
    sharedSessions: workerSessions(owner),
    revocations: {
      revoked: (token) => owner.notify('token-revoked', token),
      onRevoked: (forget) => owner.on('token-revoked', forget),
    },
  };
}

/** The connections that the owner gives to this worker. */
function connectionsOf(owner: Peer, port: number): ConnectionSource {
  return {
    port,
    start(accept) {
      owner.on('connection', (_body, socket) => {
        // The client may have closed it already.
        if (!(socket instanceof Socket)) return owner.notify('closed');
        socket.once('close', () => owner.notify('closed'));
        accept(socket);
      });
    },
    close: () => undefined,
  };
}
