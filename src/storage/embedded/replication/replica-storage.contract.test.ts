import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Subject, storageContract } from '../../contract/index.js';
import { ReplicaStorage } from './replica-storage.js';
import { ReplicationSource } from './replication-source.js';

storageContract('a replica of the engine in memory', () => openReplica(), { histories: 100 });

storageContract('a replica of the engine on disk', () => openReplica('data'), { histories: 30 });

/** The owner and the replica are in one process here; test/integration/workers.test.ts has them in two. */
async function openReplica(data?: string): Promise<Subject> {
  const directory = await mkdtemp(join(tmpdir(), 'trestle-'));
  const options = data === undefined ? {} : { directory: join(directory, data) };
  let source = await ReplicationSource.open(options);
  let storage = await replicaOf(source, directory);
  const subject: Subject = {
    storage,
    async dispose() {
      await source.close();
      await rm(directory, { recursive: true });
    },
  };
  if (data === undefined) return subject;
  return {
    ...subject,
    async reopen() {
      await storage.close();
      await source.close();
      source = await ReplicationSource.open(options);
      storage = await replicaOf(source, directory);
      return storage;
    },
  };
}

async function replicaOf(source: ReplicationSource, directory: string): Promise<ReplicaStorage> {
  const path = join(directory, 'socket');
  const server = createServer((socket: Socket) => source.attach(socket)).listen(path);
  await once(server, 'listening');
  const stream = connect(path);
  const replica = await ReplicaStorage.connect({ stream, revisions: source.revisions });
  server.close();
  return replica;
}
