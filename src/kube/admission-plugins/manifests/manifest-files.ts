// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/manifest/loader.go (v1.36)

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A document of a manifest file. */
export interface ManifestDocument {
  readonly file: string;
  readonly text: string;
}

export interface ManifestFiles {
  readonly documents: readonly ManifestDocument[];
  /** Changes with the content of the files. */
  readonly hash: string;
}

const extensions = new Set(['.yaml', '.yml', '.json']);

/**
 * Reads the YAML and JSON files of a directory, in the order of their names. Throws an Error that states the problem.
 */
export async function readManifests(directory: string): Promise<ManifestFiles> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: Error) => {
    throw new Error(`failed to read manifest directory ${JSON.stringify(directory)}: ${error.message}`);
  });
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const documents: ManifestDocument[] = [];
  const hash = createHash('sha256');
  for (const name of names.filter((each) => extensions.has(extname(each).toLowerCase())).sort()) {
    const file = join(directory, name);
    const text = await readFile(file, 'utf8').catch((error: Error) => {
      throw new Error(`failed to read file ${JSON.stringify(file)}: ${error.message}`);
    });
    if (text === '') continue;
    hash.update(text).update('\0');
    documents.push(...splitDocuments(text).map((document) => ({ file, text: document })));
  }
  return { documents, hash: hash.digest('hex') };
}

/** Splits YAML at its separators; documents without content are left out. */
function splitDocuments(text: string): string[] {
  const documents: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.startsWith('---')) documents.push([]);
    else documents.at(-1)!.push(line);
  }
  return documents.map((lines) => lines.join('\n').trim()).filter((document) => document !== '');
}
