import { join } from 'node:path';
import { UsageError } from '../../server/flags/index.js';
import { examineStore, removeDamaged, type StoreReport } from '../../storage/embedded/index.js';
import { dataDirectoryOf } from './data-directory.js';
import { printProblems } from './print-problems.js';

export const doctorUsage = `Usage:
  trestle doctor   read the whole store in the data directory, and print what is damaged; the server must not run

Checked are the structure of the file, the checksum of every record, that history and index agree, and that objects that are
stored as JSON can be read. Nothing is changed unless --remove-damaged is given.

Flags:
  --data-dir DIR     of the server (default .trestle)
  --remove-damaged   remove the objects whose records are damaged, and give up history; finalizers are not waited for

Exit code: 0 where all is well, 1 where something is damaged. With a damaged file the server does not start: restore a
snapshot, with trestle snapshot restore --replace. With damaged records it does; they alone cannot be read.
`;

/** Verifies the store of the data directory. */
export async function doctor(args: readonly string[]): Promise<void> {
  const mayRemove = args.includes(removeFlag);
  const { directory, words } = dataDirectoryOf(args.filter((arg) => arg !== removeFlag));
  if (words.length > 0) throw new UsageError(['usage: trestle doctor [--data-dir DIR]; see trestle doctor --help']);
  const store = join(directory, 'store');
  const report = await examineStore({ directory: store, checkValue });
  process.stdout.write(`${store}\n${summaryOf(report)}`);
  const problems = [...report.fileProblems, ...report.recordProblems];
  printProblems(problems);
  process.stdout.write(problems.length === 0 ? 'sound\n' : `${problems.length} problems\n`);
  if (!mayRemove || problems.length === 0) return;
  for (const key of await removeDamaged({ directory: store })) process.stdout.write(`removed ${key}\n`);
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
