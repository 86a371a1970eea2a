// Follows staging/src/k8s.io/client-go/plugin/pkg/client/auth/exec/exec.go (v1.36)

import { spawn } from 'node:child_process';
import { type ExecConfig, KubeconfigError } from './kubeconfig.js';

const maxOutputBytes = 1 << 20;

/** Returns the plugin's standard output. Its standard error is inherited. */
export function runPlugin({ command, args, installHint }: ExecConfig, env: NodeJS.ProcessEnv): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args ?? [], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxOutputBytes) child.kill();
      else chunks.push(chunk);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const hint = error.code === 'ENOENT' && installHint ? `\n\n${installHint}` : '';
      reject(new KubeconfigError(`exec: executable ${command} failed: ${error.message}${hint}`, { cause: error }));
    });
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new KubeconfigError(`exec: executable ${command} failed with ${killedBy ?? `exit code ${code}`}`));
    });
  });
}
