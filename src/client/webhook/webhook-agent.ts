import { Agent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { KeyPair } from '../rest/index.js';
import type { ServiceAddress } from './resolve-service.js';

export interface WebhookAgentOptions {
  /** PEM of the trusted certificate authorities; empty: those of the system. */
  readonly authorities: string;
  readonly keyPair: KeyPair | undefined;
  /** Returns the address to dial. Unset: the host of the URL. */
  readonly resolve?: () => Promise<ServiceAddress>;
}

type Created = (error: Error | null, stream: Duplex) => void;

/** A keep-alive agent. The service is resolved when a new connection is needed. */
export class WebhookAgent extends Agent {
  readonly #resolve: (() => Promise<ServiceAddress>) | undefined;

  constructor({ authorities, keyPair, resolve }: WebhookAgentOptions) {
    const options: AgentOptions = {
      keepAlive: true,
      ...(authorities.trim() !== '' && { ca: authorities }),
      ...(keyPair && { cert: keyPair.certificate, key: keyPair.key }),
    };
    super(options);
    this.#resolve = resolve;
  }

  /** Connections in use are closed when their request completes; idle ones are closed now. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  override createConnection(options: ConnectionOptions, created?: Created): Duplex | null | undefined {
    const resolve = this.#resolve;
    if (!resolve || !created) return super.createConnection(options, created);
    resolve().then(
      ({ host, port }) => created(null, super.createConnection({ ...options, host, port }) as Duplex),
      // The stream is ignored if there is an error.
      (error) => created(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}
