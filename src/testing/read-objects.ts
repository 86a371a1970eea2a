import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeYaml } from '../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject } from '../apimachinery/meta/index.js';

/** Reads the objects of a YAML or JSON file, or of all such files below a directory. */
export function readObjects(path: string): JsonObject[] {
  if (!statSync(path).isDirectory()) return documentsOf(path);
  const names = readdirSync(path).sort();
  return names.flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() || /\.(?:ya?ml|json)$/.test(name) ? readObjects(file) : [];
  });
}

function documentsOf(file: string): JsonObject[] {
  return parseObjects(readFileSync(file, 'utf8'));
}

/** Splits documents like kubectl: at lines that begin with three dashes. */
export function parseObjects(documents: string): JsonObject[] {
  return documents.split(/^---.*$/m).flatMap((text) => {
    const document = text.trim() === '' ? undefined : decodeYaml(Buffer.from(text));
    if (!isJsonObject(document)) return [];
    return Array.isArray(document['items']) ? document['items'].filter(isJsonObject) : [document];
  });
}
