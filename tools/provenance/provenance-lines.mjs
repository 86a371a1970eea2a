// The lines at the top of a source file that name the files of Kubernetes whose behaviour it follows:
//
//     // Follows pkg/apis/apps/validation/validation.go (v1.36)
//     // Follows pkg/apis/core/validation/validation.go (v1.36)
//
// One line for each upstream file, first in the file. Paths are relative to the root of the Kubernetes repository, as
// `git diff --name-only` prints them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const noSource = /(?:^|\/)index\.ts$|\.(?:test|test\.support|generated)\.ts$|\/testing\//;
const line = /^\/\/ Follows ((?:api|cmd|pkg|plugin|staging|vendor)\/[\w./-]+) \((v1\.\d+)\)$/;
const beginning = /^\/\/ Follows\b/;

/**
 * Reads the lines of all files below a folder. Returns one entry for each line, `{ file, upstream, version }`, and the
 * problems: lines that are malformed, repeated or misplaced, and files that have none though they are in a folder whose
 * files follow others, and are not listed as our own.
 */
export function readProvenance(folder, { followingFolders = [], ownFiles = [] } = {}) {
  const files = readdirSync(folder, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const read = files.map((file) => readFile(file, readFileSync(join(folder, file), 'utf8').split('\n')));
  const problems = read.flatMap((each) => each.problems);
  if (files.length === 0) problems.push(`no source files in ${folder}`);
  const entries = read.flatMap((each) => each.entries);
  const following = new Set(entries.map(({ file }) => file));
  for (const file of files) {
    if (following.has(file) || ownFiles.includes(file) || noSource.test(file)) continue;
    if (followingFolders.some((each) => file.startsWith(`${each}/`)))
      problems.push(`${file}: does not say what it follows`);
  }
  for (const file of ownFiles) {
    if (following.has(file) || !files.includes(file)) problems.push(`${file}: is listed as our own, but is not`);
  }
  return { entries, problems };
}

function readFile(file, lines) {
  const end = lines.findIndex((text) => !beginning.test(text));
  const problems = [];
  const entries = [];
  for (const [index, text] of lines.slice(0, end).entries()) {
    const [, upstream, version] = line.exec(text) ?? [];
    const problem = upstream === undefined ? 'is not "// Follows <path> (v1.<minor>)"' : undefined;
    const isRepeated = entries.some((entry) => entry.upstream === upstream);
    if (problem ?? isRepeated) problems.push(`${file}:${index + 1}: ${problem ?? `names ${upstream} again`}`);
    else entries.push({ file, upstream, version });
  }
  for (const [index, text] of lines.entries()) {
    if (index > end && beginning.test(text)) problems.push(`${file}:${index + 1}: "// Follows" must be at the top`);
  }
  return { entries, problems };
}

/** Returns our files by upstream file, both in alphabetical order. */
export function byUpstreamFile(entries) {
  const ours = new Map();
  for (const { file, upstream } of entries) ours.set(upstream, [...(ours.get(upstream) ?? []), file]);
  return new Map([...ours].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Splits changed paths of Kubernetes into those that files of ours follow, with these files, and the others in the same
 * folders: new files there may be behaviour to follow.
 */
export function affectedBy(entries, changed) {
  const ours = byUpstreamFile(entries);
  const folders = new Set([...ours.keys()].map(folderOf));
  const followed = new Map([...ours].filter(([upstream]) => changed.includes(upstream)));
  const others = changed.filter((path) => !ours.has(path) && folders.has(folderOf(path)) && isSource(path));
  return { followed, others: others.sort() };
}

/** Returns the entries whose upstream file is not in a tree of Kubernetes. */
export function missingFrom(tree, entries) {
  return entries.filter(({ upstream }) => !existsSync(join(tree, upstream)));
}

function folderOf(path) {
  return path.slice(0, path.lastIndexOf('/'));
}

function isSource(path) {
  return (
    path.endsWith('.go') &&
    !/(?:_test|\/doc|\/zz_generated\.[\w.-]+|\/generated\.pb|swagger_doc_generated)\.go$/.test(path)
  );
}
