import { Agent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { Dial } from '../../apimachinery/dial/index.js';
import { trustedRoots } from '../../apimachinery/pem/index.js';
import type { KeyPair } from '../rest/index.js';
import type { ServiceAddress } from './resolve-service.js';

export interface WebhookAgentOptions {
  /** PEM of the trusted certificate authorities; empty: those of the system. */
  readonly authorities: string;
  readonly keyPair: KeyPair | undefined;
  /** Returns the address to dial. Unset: the host of the URL. */
  readonly resolve?: () => Promise<ServiceAddress>;
  /** Opens connections. Unset: they are direct. */
  readonly dial?: Dial | undefined;
}

type Created = (error: Error | null, stream: Duplex) => void;

/** A keep-alive agent. The service is resolved when a new connection is needed. */
export class WebhookAgent extends Agent {
  readonly #resolve: (() => Promise<ServiceAddress>) | undefined;
  readonly #dial: Dial | undefined;

  constructor({ authorities, keyPair, resolve, dial }: WebhookAgentOptions) {
    const options: AgentOptions = {
      keepAlive: true,
      ...trustedRoots(authorities.trim()),
      ...(keyPair && { cert: keyPair.certificate, key: keyPair.key }),
    };
    super(options);
    this.#resolve = resolve;
    this.#dial = dial;
  }

  /** Connections in use are closed when their request completes; idle ones are closed now. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  override createConnection(options: ConnectionOptions, created?: Created): Duplex | null | undefined {
    const { host = '', port = 443 } = options;
    const resolve = this.#resolve ?? (this.#dial && (async () => ({ host, port })));
    if (!resolve || !created) return super.createConnection(options, created);
    const connecting = resolve().then(async (address) => ({ ...address, socket: await this.#dial?.(address) }));
    connecting.then(
      (target) => created(null, super.createConnection({ ...options, ...target } as ConnectionOptions) as Duplex),
      // The stream is ignored if there is an error.
      (error) => created(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}
