import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFlags, UsageError } from '../../server/flags/index.js';
import { kubeApiServerFlags } from '../config/index.js';
import { decodeKeys, encodeKeys, encryptionFile, readSharedKeys, writeSharedKeys } from '../credentials/index.js';
import type { Command } from './command.js';

const usage = `Usage:
  trestle keys export FILE   save the keys that servers on one etcd share to a new file; -: standard output
  trestle keys import FILE   import them into another data directory, before its server is started

They are the CA that signs the certificates of servers and clients, the CA of front proxies, and the key that signs service
account tokens. Each server creates its own certificates from them. Anyone who has the file has full access: it has mode 0600, and
is a Secret (kubectl apply -f FILE). FILE of import may also be a folder where such a Secret is mounted.

Flags:
  --data-dir DIR                       of the server (default .trestle)
  --encryption-provider-config FILE    export: also save this file, which the servers share as well
  --replace                            import: replace existing keys, which are lost
`;

const flags = {
  'data-dir': kubeApiServerFlags['data-dir'],
  'encryption-provider-config': { type: 'string', default: '', help: 'The configuration of encryption' },
  replace: { type: 'bool', default: false, help: 'Replace other keys' },
} as const;

/** `keys export FILE` and `keys import FILE`. */
async function run(args: readonly string[]): Promise<void> {
  const { values, positionals, errors, given } = parseFlags(flags, args);
  if (errors.length > 0) throw new UsageError(errors);
  const [action, file, ...more] = positionals;
  const directory = values['data-dir'];
  if (action === 'export' && file && more.length === 0 && !given.has('replace')) {
    exportKeys(directory, file, values['encryption-provider-config']);
  } else if (action === 'import' && file && more.length === 0 && !given.has('encryption-provider-config')) {
    importKeys(directory, file, values.replace);
  } else {
    throw new UsageError(['usage: trestle keys export FILE or import FILE; see trestle keys --help']);
  }
}

/** The command `trestle keys`. */
export const keysCommand: Command = { usage, run };

function exportKeys(directory: string, file: string, encryptionConfig: string): void {
  const text = encodeKeys(readSharedKeys(directory, encryptionConfig || undefined));
  if (file === '-') {
    process.stdout.write(text);
    return;
  }
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`saved ${file}\n`);
}

function importKeys(directory: string, file: string, replace: boolean): void {
  const keys = decodeKeys(file);
  writeSharedKeys(directory, keys, { replace });
  process.stdout.write(`imported into ${directory}\n`);
  if (keys.has(encryptionFile)) {
    process.stdout.write(
      `start the server with --encryption-provider-config=${join(directory, 'pki', encryptionFile)}\n`,
    );
  }
}
