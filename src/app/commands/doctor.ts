import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../apimachinery/status/index.js';
import { UsageError } from '../../server/flags/index.js';
import { examineStore, removeDamaged, type StoreReport } from '../../storage/embedded/index.js';
import { isStorageError } from '../../storage/index.js';
import { checkCredentials, credentialFiles } from '../credentials/index.js';
import type { Command } from './command.js';
import { dataDirectoryOf } from './data-directory.js';
import { printProblems } from './print-problems.js';
import { RunningServer } from './running-server.js';

const usage = `Usage:
  trestle doctor   check the data directory, its keys and data, and the server if it is running; print problems

Checks that the directory is writable, that keys and certificates are complete, private and belong together, and
that a running server is ready. If it is stopped, the whole store is read: the structure of the file, the checksum of
every record, that history and index agree, and that objects that are stored as JSON can be read. Nothing is changed unless
--remove-damaged is given.

Flags:
  --data-dir DIR     of the server (default .trestle)
  --remove-damaged   remove the objects whose records are damaged, and give up history; without waiting for finalizers

Exit code: 0 if there are no problems, otherwise 1. With a damaged file the server does not start: restore a
snapshot, with trestle snapshot restore --replace. With damaged records it does; they alone cannot be read.
`;

/** Below this, the store cannot grow much longer. */
const leastFreeBytes = 100_000_000;

/** What was found, and the problems in it. */
interface Finding {
  readonly text: string;
  readonly problems: readonly string[];
}

/** Examines a data directory, and the server that uses it. */
async function run(args: readonly string[]): Promise<void> {
  const mayRemove = args.includes(removeFlag);
  const { directory, words } = dataDirectoryOf(args.filter((arg) => arg !== removeFlag));
  if (words.length > 0) throw new UsageError(['usage: trestle doctor [--data-dir DIR]; see trestle doctor --help']);
  const store = join(directory, 'store');
  if (!existsSync(directory)) throw new UsageError([`there is no data in ${directory}: start a server first`]);
  const findings = [checkDirectory(directory), checkKeys(directory), await checkServer(directory)];
  for (const { text } of findings) process.stdout.write(`${text}\n`);
  const problems = findings.flatMap((finding) => finding.problems);
  printProblems(problems, 'problem');
  const damages = await checkStore(store, { mustBeFree: mayRemove });
  printProblems(damages, 'damaged');
  const count = problems.length + damages.length;
  process.stdout.write(count === 0 ? 'sound\n' : `${count} ${count === 1 ? 'problem' : 'problems'}\n`);
  if (!mayRemove || damages.length === 0) return;
  for (const key of await removeDamaged({ directory: store })) process.stdout.write(`removed ${key}\n`);
}

/** The command `trestle doctor`. */
export const doctorCommand: Command = { usage, run };

function checkDirectory(directory: string): Finding {
  const { bavail, bsize } = statfsSync(directory);
  const freeBytes = bavail * bsize;
  const problems = freeBytes < leastFreeBytes ? [`the disk of ${directory} is nearly full`] : [];
  try {
    accessSync(directory, constants.R_OK | constants.W_OK);
  } catch {
    problems.push(`${directory} cannot be written to by this user`);
  }
  return { text: `directory  ${directory}, ${Math.round(freeBytes / 1e6)} MB free`, problems };
}

function checkKeys(directory: string): Finding {
  const { serverValidUntil, problems } = checkCredentials(directory);
  const until = serverValidUntil?.toISOString().slice(0, 10) ?? 'unknown';
  return { text: `keys       the server's certificate is valid until ${until}`, problems };
}

async function checkServer(directory: string): Promise<Finding> {
  const none = { text: 'server     does not run', problems: [] };
  const { adminKubeconfig } = credentialFiles(directory);
  if (!existsSync(adminKubeconfig)) return none;
  try {
    return await RunningServer.use(adminKubeconfig, async (server) => {
      const { status, text } = await server.request('GET', '/readyz?verbose');
      if (status === 200) return { text: `server     ${server.url} is ready`, problems: [] };
      const failed = [...text.matchAll(/^\[-\](\S+)/gm)].map(([, check]) => check);
      const reason = failed.length > 0 ? `these checks fail: ${failed.join(', ')}` : `it responds with ${status}`;
      return { text: `server     ${server.url} is not ready`, problems: [`${server.url} is not ready: ${reason}`] };
    });
  } catch (error) {
    const cause = error instanceof UsageError ? String((error.cause as Error | undefined)?.message) : '';
    if (/ECONNREFUSED|ENOENT/.test(cause)) return none;
    return { text: 'server     cannot be reached', problems: [messageOf(error)] };
  }
}

/** Returns what is damaged. A store that a server has open is not read. */
async function checkStore(store: string, { mustBeFree }: { mustBeFree: boolean }): Promise<readonly string[]> {
  if (!existsSync(store)) {
    process.stdout.write('store      none here: etcd, or in memory\n');
    return [];
  }
  try {
    const report = await examineStore({ directory: store, checkValue });
    process.stdout.write(`store      ${store}\n${summaryOf(report)}`);
    return [...report.fileProblems, ...report.recordProblems];
  } catch (error) {
    if (mustBeFree || !isStorageError(error) || error.code !== 'in-use') throw error;
    process.stdout.write(`store      ${store} is in use; stop the server to have it checked\n`);
    return [];
  }
}

const removeFlag = '--remove-damaged';

function summaryOf({ file, settings, counted }: StoreReport): string {
  const lines: string[] = [];
  if (file) {
    const { usedPages, freePages, lostPages, pageSize, transaction } = file;
    const lost = lostPages > 0 ? `, ${lostPages} unaccounted for` : '';
    lines.push(
      `file     ${usedPages} pages of ${pageSize} bytes, ${freePages} free${lost}; transaction ${transaction}`,
    );
  }
  if (settings) {
    const { format, id, revision, compaction, plainUpTo } = settings;
    const plain = plainUpTo > 0n ? `, without checksums up to revision ${plainUpTo}` : '';
    lines.push(`store    ${id ?? 'without identity'}, format ${format}${plain}`);
    lines.push(`history  revision ${compaction.revision} to ${revision}`);
  }
  if (counted) {
    const { objects, deletions, versions, expirations } = counted;
    lines.push(`records  ${objects} objects, ${deletions} deletions, ${versions} versions, ${expirations} expirations`);
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

/** Objects are stored as JSON unless protobuf or encryption is configured; both start with other bytes. */
function checkValue(_key: string, value: Buffer): string | undefined {
  if (value[0] !== '{'.charCodeAt(0)) return undefined;
  try {
    JSON.parse(value.toString());
    return undefined;
  } catch {
    return 'its value is no JSON';
  }
}
