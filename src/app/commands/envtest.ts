import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../server/flags/index.js';
import type { Command } from './command.js';

const usage = `Usage:
  trestle envtest [DIR]   create the programs that controller-runtime's envtest starts in DIR (default .trestle/envtest),
                          and print its path

  export KUBEBUILDER_ASSETS=$(npx trestle envtest)
  go test ./...

The server of each test environment stores in memory; the etcd program only reports that it is healthy.
`;

/**
 * Creates the programs that controller-runtime's envtest starts, and prints the directory for KUBEBUILDER_ASSETS. The
 * server stores in memory, so its etcd only has to report that it is healthy.
 */
async function run(args: readonly string[]): Promise<void> {
  const [directory = '.trestle/envtest', ...rest] = args;
  if (rest.length > 0 || directory.startsWith('-')) throw new UsageError(['usage: trestle envtest [DIR]']);
  if (process.platform === 'win32') {
    throw new UsageError(['envtest needs programs that are shell scripts: use Linux or macOS, or trestle test-server']);
  }
  const path = resolve(directory);
  mkdirSync(path, { recursive: true });
  // They refer to files of this machine.
  writeFileSync(join(path, '.gitignore'), '*\n');
  writeProgram(join(path, 'etcd'), 'envtest-etcd.js', '');
  writeProgram(join(path, 'kube-apiserver'), 'kube-apiserver.js', ' --in-memory');
  process.stdout.write(`${path}\n`);
}

/** The command `trestle envtest`. */
export const envtestCommand: Command = { usage, run };

function writeProgram(file: string, script: string, more: string): void {
  const root = dirname(createRequire(import.meta.url).resolve('#package.json'));
  const command = [process.execPath, join(root, 'lib/app', script)].map(shellQuote).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${command} "$@"${more}\n`, { mode: 0o755 });
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
