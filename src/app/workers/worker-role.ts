/** Set in the environment of a worker. */
const variable = 'TRESTLE_WORKER';

/** The inherited file descriptors of a worker, beside those of Node's IPC channel. */
export const workerDescriptors = { store: 4, revisions: 5 };

/** What the owner passes to a worker that it starts. */
export interface WorkerRole {
  readonly number: number;
  /** The port of the server. */
  readonly port: number;
}

export function workerEnvironment(role: WorkerRole): NodeJS.ProcessEnv {
  const { NOTIFY_SOCKET: _ofOwner, ...environment } = process.env;
  return { ...environment, [variable]: JSON.stringify(role) };
}

/** The role of this process; undefined: it is not a worker. Processes that it starts are not workers. */
export function workerRole(): WorkerRole | undefined {
  const { [variable]: role } = process.env;
  delete process.env[variable];
  return role === undefined || !process.connected ? undefined : JSON.parse(role);
}
