import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../../apimachinery/free-ports.test.support.js';
import { EtcdStorage } from '../etcd-storage.js';
import { decodeStatus, encodeStatus } from '../protocol/maintenance.js';
import { Method } from '../protocol/services.js';
import { callOnce } from './call-once.js';
import { EtcdMember, scratchDirectory, waitUntilReady } from './etcd-process.js';

/** In milliseconds; a fraction of the defaults, which are meant for real networks. */
const quickElections = ['--heartbeat-interval', '20', '--election-timeout', '300'];

/** Three members on loopback. */
export class TestEtcdCluster {
  readonly members: readonly EtcdMember[];
  readonly #directory: string;

  private constructor(directory: string, members: readonly EtcdMember[]) {
    this.#directory = directory;
    this.members = members;
  }

  static async start(): Promise<TestEtcdCluster> {
    const ports = await freePorts(6);
    const directory = await scratchDirectory();
    const peerUrls = ports.slice(3).map((port) => `http://127.0.0.1:${port}`);
    const initialCluster = peerUrls.map((url, index) => `member-${index}=${url}`).join(',');
    const members = peerUrls.map((peerUrl, index) => {
      const name = `member-${index}`;
      const peerFlags = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl];
      return new EtcdMember({
        name,
        dataDirectory: join(directory, name),
        clientUrl: `http://127.0.0.1:${ports[index]}`,
        flags: [...peerFlags, ...quickElections, '--initial-cluster', initialCluster],
      });
    });
    for (const member of members) member.start();
    const cluster = new TestEtcdCluster(directory, members);
    for (const member of members) await waitUntilReady([member], (endpoints) => EtcdStorage.open({ endpoints }));
    return cluster;
  }

  get endpoints(): string[] {
    return this.members.map(({ clientUrl }) => clientUrl);
  }

  async leader(): Promise<EtcdMember> {
    for (const member of this.members) if (await isLeader(member)) return member;
    throw new Error('the cluster has no leader');
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function isLeader({ clientUrl }: EtcdMember): Promise<boolean> {
  const { memberId, leaderId } = decodeStatus(await callOnce(clientUrl, Method.status, encodeStatus()));
  return memberId === leaderId;
}
