import type { MemberConnection, OpenConnection } from './connection.js';
import type { Frame } from './framing.js';
import { GrpcCode, GrpcFailure } from './status.js';

/** Calls of one method. */
export interface MethodCounts {
  started: number;
  sent: number;
  received: number;
  /** Ended calls, by status code. */
  readonly handled: Map<GrpcCode, number>;
}

/** Counts the calls and messages of connections, by method. */
export class CallCounts {
  readonly #methods = new Map<string, MethodCounts>();

  get methods(): ReadonlyMap<string, MethodCounts> {
    return this.#methods;
  }

  /** The same connections, with their calls counted. */
  counting(open: OpenConnection): OpenConnection {
    return async (endpoint, signal) => this.#counted(await open(endpoint, signal));
  }

  #counted(connection: MemberConnection): MemberConnection {
    return {
      get usable() {
        return connection.usable;
      },
      unary: (path, request, timeoutMilliseconds) => this.#unary(connection, path, { request, timeoutMilliseconds }),
      stream: (path, handlers) => {
        const counts = this.#begin(path);
        const stream = connection.stream(path, {
          onMessage: (message) => {
            counts.received++;
            handlers.onMessage(message);
          },
          onClose: (failure) => {
            ended(counts, failure?.code ?? GrpcCode.ok);
            handlers.onClose(failure);
          },
        });
        return {
          send: (frame) => {
            counts.sent++;
            stream.send(frame);
          },
          close: () => stream.close(),
        };
      },
      close: (reason) => connection.close(reason),
    };
  }

  async #unary(
    connection: MemberConnection,
    path: string,
    { request, timeoutMilliseconds }: { request: Frame; timeoutMilliseconds: number },
  ): Promise<Buffer> {
    const counts = this.#begin(path);
    counts.sent++;
    try {
      const response = await connection.unary(path, request, timeoutMilliseconds);
      counts.received++;
      ended(counts, GrpcCode.ok);
      return response;
    } catch (error) {
      ended(counts, error instanceof GrpcFailure ? error.code : GrpcCode.unknown);
      throw error;
    }
  }

  #begin(path: string): MethodCounts {
    let counts = this.#methods.get(path);
    if (!counts) {
      counts = { started: 0, sent: 0, received: 0, handled: new Map() };
      this.#methods.set(path, counts);
    }
    counts.started++;
    return counts;
  }
}

function ended({ handled }: MethodCounts, code: GrpcCode): void {
  handled.set(code, (handled.get(code) ?? 0) + 1);
}
