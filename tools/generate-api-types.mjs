// Writes src/api/<package>/<version>.ts: TypeScript types of all built-in kinds, made of the facts in src/kube/types.
//   npm run build && node tools/generate-api-types.mjs            writes them
//   npm run build && node tools/generate-api-types.mjs --check    fails where they are not what the facts say
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiTypesWriter } from './kube-types/api-types-writer.mjs';

const folder = fileURLToPath(new URL('../src/api/', import.meta.url));
const files = new ApiTypesWriter().files();

if (process.argv.includes('--check')) check();
else write();

function write() {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(`${folder}${path}`), { recursive: true });
    writeFileSync(`${folder}${path}`, text);
  }
  console.log(`src/api: ${files.size} files`);
}

function check() {
  const stale = [...files].filter(([path, text]) => readFileSync(`${folder}${path}`, 'utf8') !== text);
  for (const [path] of stale)
    console.error(`src/api/${path} is not what the facts say: run tools/generate-api-types.mjs`);
  process.exitCode = stale.length > 0 ? 1 : 0;
}
