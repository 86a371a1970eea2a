import { join } from 'node:path';
import { UsageError } from '../../server/flags/index.js';
import { restoreSnapshot, type SnapshotReport, saveSnapshot, verifySnapshot } from '../../storage/embedded/index.js';
import type { Command } from './command.js';
import { dataDirectoryOf } from './data-directory.js';
import { printProblems } from './print-problems.js';

const usage = `Usage:
  trestle snapshot save FILE      save the data to a new file, whether the server is running or not
  trestle snapshot verify FILE    read a whole snapshot and check whether it is intact
  trestle snapshot restore FILE   replace the data by that of a snapshot; the server must be stopped

A snapshot holds everything that is stored, Secrets included. It is readable by its owner only, and ends with a checksum.
It is verified before it is restored; the data is replaced in one step.

Flags:
  --data-dir DIR   of the server (default .trestle)
  --replace        restore: replace existing data, which is lost

Exit code: 0 if the file is intact, 1 if it or a record in it is damaged. Damaged records are saved and restored as they
are; everything else in the file is sound then.
`;

type Action = (file: string) => Promise<{ report: SnapshotReport; done: string }>;

/** `snapshot save FILE`, `snapshot verify FILE` and `snapshot restore FILE`, of the data in the data directory. */
async function run(args: readonly string[]): Promise<void> {
  const replace = args.includes('--replace');
  const { directory, words } = dataDirectoryOf(args.filter((arg) => arg !== '--replace'));
  const [name, file, ...more] = words;
  const store = join(directory, 'store');
  const actions = new Map<string | undefined, Action>([
    ['save', async () => ({ report: await saveSnapshot({ directory: store, file: file! }), done: `saved ${file}` })],
    ['verify', async () => ({ report: await verifySnapshot({ file: file! }), done: `${file} is sound` })],
    [
      'restore',
      async () => ({
        report: await restoreSnapshot({ directory: store, file: file!, replace }),
        done: `restored ${directory}`,
      }),
    ],
  ]);
  const action = actions.get(name);
  if (file === undefined || more.length > 0 || !action || (replace && name !== 'restore')) {
    throw new UsageError([
      'usage: trestle snapshot save FILE, verify FILE or restore FILE; see trestle snapshot --help',
    ]);
  }
  const { report, done } = await action(file);
  process.stdout.write(`${done} at revision ${report.revision}, ${report.objects} objects\n`);
  printProblems(report.problems);
}

/** The command `trestle snapshot`. */
export const snapshotCommand: Command = { usage, run };
