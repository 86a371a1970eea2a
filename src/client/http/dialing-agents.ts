import { type AgentOptions, type ClientRequestArgs, Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent, type AgentOptions as SecureAgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import type { Dial } from '../../apimachinery/dial/index.js';

type Created = (error: Error | null, stream: Duplex) => void;

/** An agent for HTTP whose connections are opened by a dialer. */
class DialingPlainAgent extends PlainAgent {
  readonly #dial: Dial;

  constructor(dial: Dial, options: AgentOptions) {
    super(options);
    this.#dial = dial;
  }

  override createConnection({ host, port }: ClientRequestArgs, created?: Created): undefined {
    this.#dial({ host: host ?? 'localhost', port: Number(port ?? 80) }).then(
      (socket) => created?.(null, socket),
      // The stream is ignored if there is an error.
      (error) => created?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}

/** An agent for HTTPS whose connections are opened by a dialer. */
class DialingSecureAgent extends SecureAgent {
  readonly #dial: Dial;

  constructor(dial: Dial, options: SecureAgentOptions) {
    super(options);
    this.#dial = dial;
  }

  override createConnection(options: ConnectionOptions, created?: Created): Duplex | null | undefined {
    const { host = 'localhost', port = 443 } = options;
    this.#dial({ host, port }).then(
      (socket) => created?.(null, super.createConnection({ ...options, socket } as ConnectionOptions) as Duplex),
      // The stream is ignored if there is an error.
      (error) => created?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}

/** Without a dialer, connections are direct. */
export function plainAgent(dial: Dial | undefined, options: AgentOptions): PlainAgent {
  return dial ? new DialingPlainAgent(dial, options) : new PlainAgent(options);
}

/** Without a dialer, connections are direct. */
export function secureAgent(dial: Dial | undefined, options: SecureAgentOptions): SecureAgent {
  return dial ? new DialingSecureAgent(dial, options) : new SecureAgent(options);
}
