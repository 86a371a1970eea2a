import { badRequest, notFound } from '../../apimachinery/status/index.js';
import type { Fault, FaultOptions } from '../faults/index.js';
import { type SavedState, TestServer, type TestServerOptions } from '../test-server.js';

/** How clients see a server. */
export interface ServerDescription {
  readonly id: string;
  readonly url: string;
  readonly kubeconfig: object;
  /** A file with the kubeconfig, which exists as long as the server. */
  readonly kubeconfigFile: string;
}

export interface HandedOut {
  readonly id: string;
  readonly server: TestServer;
  readonly states: Map<string, SavedState>;
  /** Aborted when the server ends. */
  readonly ended: AbortSignal;
}

/** The servers of a control API, by id. */
export class HandedOutServers {
  readonly #servers = new Map<string, HandedOut & { readonly ending: AbortController }>();
  #lastId = 0;
  #isClosed = false;

  async start(options: TestServerOptions): Promise<HandedOut> {
    return this.#add(await TestServer.start(options));
  }

  async fork(id: string): Promise<HandedOut> {
    return this.#add(await this.get(id).server.fork());
  }

  /** Throws NotFound. */
  get(id: string): HandedOut {
    const found = this.#servers.get(id);
    if (!found) throw notFound({ group: '', resource: 'servers' }, id);
    return found;
  }

  list(): readonly HandedOut[] {
    return [...this.#servers.values()];
  }

  /** Does nothing if the server is gone already. */
  async end(id: string): Promise<void> {
    const found = this.#servers.get(id);
    this.#servers.delete(id);
    found?.ending.abort();
    await found?.server.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#servers.keys()].map((id) => this.end(id)));
  }

  async #add(server: TestServer): Promise<HandedOut> {
    if (this.#isClosed) {
      await server.close();
      throw badRequest('the test server ends');
    }
    const [id, states, ending] = [String(++this.#lastId), new Map<string, SavedState>(), new AbortController()];
    const handedOut = { id, server, states, ending, ended: ending.signal };
    this.#servers.set(handedOut.id, handedOut);
    return handedOut;
  }
}

export function describeServer({ id, server }: HandedOut): ServerDescription {
  const { url, kubeconfig, kubeconfigFile } = server;
  return { id, url, kubeconfig, kubeconfigFile };
}

export function describeFault({ id, options, hits, isActive }: Fault): FaultOptions & {
  readonly id: string;
  readonly hits: number;
  readonly isActive: boolean;
} {
  return { id, ...options, hits, isActive };
}

/** Throws NotFound. */
export function faultOf({ server }: HandedOut, id: string): Fault {
  const fault = server.faults.get(id);
  if (!fault) throw notFound({ group: '', resource: 'faults' }, id);
  return fault;
}

/** Throws NotFound. */
export function stateOf({ states }: HandedOut, id: string): SavedState {
  const state = states.get(id);
  if (!state) throw notFound({ group: '', resource: 'states' }, id);
  return state;
}
