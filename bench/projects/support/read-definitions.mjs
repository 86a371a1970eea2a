import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';

const mostBytes = 20_000_000;
const mark = 'kind: CustomResourceDefinition';

/** The definitions in the files below these folders, each name once. Files that cannot be parsed, such as templates, are left out. */
export function readDefinitions(folders) {
  const found = new Map();
  for (const file of folders.flatMap(filesBelow)) {
    const text = readFileSync(file, 'utf8');
    if (!text.replaceAll('"', '').includes(mark)) continue;
    for (const object of documentsIn(text)) {
      if (!isDefinition(object)) continue;
      const { status: _, ...definition } = object;
      found.set(definition.metadata.name, definition);
    }
  }
  return [...found.values()];
}

/** Repositories have patches of definitions, too, which lack most of them. */
function isDefinition(object) {
  if (object?.kind !== 'CustomResourceDefinition' || object.apiVersion !== 'apiextensions.k8s.io/v1') return false;
  const { group, names, versions } = object.spec ?? {};
  return Boolean(group) && Array.isArray(versions) && object.metadata?.name === `${names?.plural}.${group}`;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => /\.(?:ya?ml|json)$/.test(file) && isSmallFile(file));
}

function isSmallFile(file) {
  const status = statSync(file, { throwIfNoEntry: false });
  return status?.isFile() === true && status.size < mostBytes;
}

function documentsIn(text) {
  try {
    return loadAll(text).flatMap((one) => (one?.kind === 'List' ? one.items : [one]));
  } catch {
    return [];
  }
}
