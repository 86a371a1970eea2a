import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { badRequest, messageOf, StatusError } from '../../apimachinery/status/index.js';
import type { FaultOptions } from '../faults/index.js';
import { parseObjects } from '../read-objects.js';
import {
  describeFault,
  describeServer,
  faultOf,
  type HandedOut,
  type HandedOutServers,
  stateOf,
} from './handed-out-servers.js';

/** A request of the control API, decoded. */
export interface ControlRequest {
  /** The variable segments of the path. */
  readonly ids: readonly string[];
  /** An empty object if there is none. */
  readonly body: JsonObject;
  /** The body of a request in YAML. */
  readonly text: string | undefined;
}

/** `handedOut`: the response stays open, and the server ends with it, unless the request has `keep`. */
export interface ControlResult {
  readonly code: number;
  readonly body?: object;
  readonly handedOut?: HandedOut;
}

type Operation = (servers: HandedOutServers, request: ControlRequest) => Promise<ControlResult> | ControlResult;

/** By method and path; each `*` is a segment that identifies something. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /servers': (servers) => ok({ items: servers.list().map(describeServer) }),
  async 'POST /servers'(servers, { body }) {
    const [flags, controllers] = [texts(body, 'flags'), texts(body, 'controllers')];
    const options = { ...(flags && { flags }), ...(controllers && { controllers }) };
    const starting = servers.start({ objects: loadable(body), ...options });
    return handedOver(await starting.catch(asBadRequest), body);
  },
  'GET /servers/*': (servers, { ids: [id] }) => ok(describeServer(servers.get(id!))),
  async 'DELETE /servers/*'(servers, { ids: [id] }) {
    servers.get(id!);
    await servers.end(id!);
    return done;
  },
  async 'POST /servers/*/fork'(servers, { ids: [id], body }) {
    return handedOver(await servers.fork(id!), body);
  },
  async 'POST /servers/*/reset'(servers, { ids: [id] }) {
    await servers.get(id!).server.reset();
    return done;
  },
  async 'POST /servers/*/objects'(servers, { ids: [id], body, text }) {
    const { server } = servers.get(id!);
    await server.load(...(text === undefined ? loadable(body) : parsed(text)));
    return done;
  },
  async 'POST /servers/*/users'(servers, { ids: [id], body }) {
    const { name } = body;
    if (typeof name !== 'string' || name === '') throw badRequest('name must be the name of a user');
    const groups = texts(body, 'groups');
    const { kubeconfig, kubeconfigFile } = await servers.get(id!).server.addUser({ name, ...(groups && { groups }) });
    return { code: 201, body: { kubeconfig, kubeconfigFile } };
  },
  async 'POST /servers/*/states'(servers, { ids: [id] }) {
    const { server, states } = servers.get(id!);
    const saved = { id: String(states.size + 1) };
    states.set(saved.id, await server.save());
    return { code: 201, body: saved };
  },
  async 'POST /servers/*/states/*/restore'(servers, { ids: [id, state] }) {
    await stateOf(servers.get(id!), state!).restore();
    return done;
  },
  'GET /servers/*/faults': (servers, { ids: [id] }) => {
    return ok({ items: servers.get(id!).server.faults.list().map(describeFault) });
  },
  async 'POST /servers/*/faults'(servers, { ids: [id], body }) {
    const { faults } = servers.get(id!).server;
    try {
      return { code: 201, body: describeFault(faults.add(body as unknown as FaultOptions)) };
    } catch (error) {
      return asBadRequest(error);
    }
  },
  'DELETE /servers/*/faults'(servers, { ids: [id] }) {
    servers.get(id!).server.faults.clear();
    return done;
  },
  'GET /servers/*/faults/*': (servers, { ids: [id, fault] }) => ok(describeFault(faultOf(servers.get(id!), fault!))),
  'DELETE /servers/*/faults/*'(servers, { ids: [id, fault] }) {
    faultOf(servers.get(id!), fault!).lift();
    return done;
  },
};

const done: ControlResult = { code: 204 };

function ok(body: object): ControlResult {
  return { code: 200, body };
}

function handedOver(handedOut: HandedOut, { keep }: JsonObject): ControlResult {
  return { code: 201, body: describeServer(handedOut), ...(keep !== true && { handedOut }) };
}

/** Paths of files and directories on this machine, and objects. */
function loadable(body: JsonObject): (string | JsonObject)[] {
  const { objects = [] } = body;
  if (!Array.isArray(objects) || !objects.every(isJsonObject)) throw badRequest('objects must be a list of objects');
  return [...(texts(body, 'paths') ?? []), ...objects];
}

function parsed(text: string): JsonObject[] {
  try {
    return parseObjects(text);
  } catch (error) {
    return asBadRequest(error);
  }
}

function texts(body: JsonObject, name: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (!isTexts) throw badRequest(`${name} must be a list of strings`);
  return value as readonly string[];
}

function asBadRequest(error: unknown): never {
  if (error instanceof StatusError) throw error;
  throw badRequest(messageOf(error));
}
