import { Agent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { KeyPair } from '../rest/index.js';
import type { ServiceAddress } from './resolve-service.js';

export interface WebhookAgentOptions {
  /** PEM of whom is trusted; those that the system trusts if it is empty. */
  readonly authorities: string;
  readonly keyPair: KeyPair | undefined;
  /** Finds what is dialled, where that is not the host of the URL. */
  readonly resolve?: () => Promise<ServiceAddress>;
}

type Created = (error: Error | null, stream: Duplex) => void;

/** Connections that are kept. Where a service is, is asked when a new one is needed. */
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

  /** Connections that are in use last as long as that; no others are kept. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  override createConnection(options: ConnectionOptions, created?: Created): Duplex | null | undefined {
    const resolve = this.#resolve;
    if (!resolve || !created) return super.createConnection(options, created);
    resolve().then(
      ({ host, port }) => created(null, super.createConnection({ ...options, host, port }) as Duplex),
      // The stream is not looked at where there is an error.
      (error) => created(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}
