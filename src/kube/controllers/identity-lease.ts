// Follows pkg/controlplane/apiserver/server.go (v1.36)
// Follows pkg/controlplane/controller/apiserverleasegc/gc_controller.go (v1.36)

import { randomUUID } from 'node:crypto';
import type { Lease } from '../../api/coordination/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import { formatMicroTime, labelsOf, metadataOf, parseMicroTime } from '../../apimachinery/meta/index.js';
import { ignoreNotFound, isAlreadyExists } from '../../apimachinery/status/index.js';
import type { ResourceClient, RestClient } from '../../client/rest/index.js';
import { Repeating } from './repeating.js';

/** Identity of a server. */
export interface ServerIdentity {
  /** Stable across restarts, unique per machine. */
  readonly id: string;
  readonly hostname: string;
}

export interface IdentityLeaseOptions {
  readonly client: RestClient;
  readonly identity: ServerIdentity;
  /** Address of this server for its peers, as host:port; unset: not published. */
  readonly peerAddress: string | undefined;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

const identityLabel = 'apiserver.kubernetes.io/identity';
const program = 'kube-apiserver';
const leaseDurationSeconds = 3600;
const renewMilliseconds = 10_000;
const collectMilliseconds = 3_600_000;

/** Maintains the identity lease of this server in kube-system, and deletes expired leases of other servers. */
export class IdentityLease {
  readonly #options: IdentityLeaseOptions;
  readonly #leases: ResourceClient<Lease>;
  readonly #now: () => number;
  readonly #name: string;
  readonly #holder: string;
  readonly #renewing: Repeating;
  readonly #collecting: Repeating;
  /** The lease as last written; undefined: it must be read first. */
  #latest: Lease | undefined;
  #hasWritten = false;

  constructor(options: IdentityLeaseOptions) {
    const { client, identity, onError, now = systemClock.now } = options;
    this.#options = options;
    this.#now = now;
    this.#name = identity.id;
    this.#holder = `${this.#name}_${randomUUID()}`;
    const resource = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
    this.#leases = client.resource<Lease>(resource, 'kube-system');
    this.#renewing = new Repeating({ task: () => this.renew(), everyMilliseconds: renewMilliseconds, onError });
    this.#collecting = new Repeating({ task: () => this.collect(), everyMilliseconds: collectMilliseconds, onError });
  }

  start(): void {
    this.#renewing.start();
  }

  startCollecting(): void {
    this.#collecting.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.#renewing.close(), this.#collecting.close()]);
    await this.#delete(this.#name);
  }

  async renew(): Promise<void> {
    const known = this.#latest;
    this.#latest = undefined;
    this.#latest = await (known ? this.#leases.update(this.#renewed(known)) : this.#claim());
    this.#hasWritten = true;
  }

  /** Deletes leases that are past their duration. */
  async collect(): Promise<void> {
    const { items } = await this.#leases.list({ labelSelector: `${identityLabel}=${program}` });
    for (const lease of items.filter((item) => this.#isExpired(item))) await this.#delete(metadataOf(lease).name ?? '');
  }

  async #claim(): Promise<Lease> {
    const metadata = { name: this.#name };
    const lease: Lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: {} };
    try {
      return await this.#leases.create(this.#renewed(lease));
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      if (this.#hasWritten) return await this.#leases.update(this.#renewed(await this.#leases.get(this.#name)));
      // Replaces the lease of a previous process on this machine.
      await this.#delete(this.#name);
      return await this.#leases.create(this.#renewed(lease));
    }
  }

  #renewed(lease: Lease): Lease {
    const { identity, peerAddress } = this.#options;
    const labels = { ...labelsOf(lease), [identityLabel]: program, 'kubernetes.io/hostname': identity.hostname };
    const annotations = peerAddress && { annotations: { 'kubernetes.io/peer-advertise-address': peerAddress } };
    const spec = { holderIdentity: this.#holder, leaseDurationSeconds, renewTime: formatMicroTime(this.#now()) };
    return { ...lease, metadata: { ...lease.metadata, labels, ...annotations }, spec };
  }

  async #delete(name: string): Promise<void> {
    await this.#leases.delete(name).catch(ignoreNotFound);
  }

  #isExpired({ spec }: Lease): boolean {
    const { renewTime, leaseDurationSeconds: seconds } = spec;
    const renewed = parseMicroTime(renewTime ?? '');
    return renewed === undefined || seconds === undefined || renewed + seconds * 1000 < this.#now();
  }
}
