import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { asUsageError, UsageError } from '../../server/flags/index.js';
import { terminationSignals } from '../../server/process/index.js';
import { ControlServer } from './control-server.js';

/**
 * Runs a command with a server of its own, which is gone when the command has ended. Resolves to the exit code of the
 * command. `load`: files and directories with the initial objects.
 */
export async function execCommand(
  [file, ...args]: readonly string[],
  { port, load }: { readonly port: number; readonly load: readonly string[] },
): Promise<number> {
  if (file === undefined) throw new UsageError(['trestle test-server exec -- COMMAND: there is no command']);
  const control = await ControlServer.start({ port });
  try {
    const { id, kubeconfigFile } = await asUsageError('--load', control.createServer({ objects: load }));
    const env = { KUBECONFIG: kubeconfigFile, TRESTLE: control.url, TRESTLE_SERVER: `${control.url}/servers/${id}` };
    return await ended(file, args, env);
  } finally {
    await control.close();
  }
}

function ended(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of terminationSignals) process.on(signal, forward);
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const ending = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new UsageError([`${file} cannot be run: ${error.message}`])));
    // As shells report a command that a signal has ended.
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
  return ending.finally(() => {
    for (const signal of terminationSignals) process.removeListener(signal, forward);
  });
}
