// Interesting inputs, one per line: a JSON string in which each character is a byte.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, '../corpus');

function fileOf(target) {
  return join(directory, `${target}.jsonl`);
}

export function readCorpus(target) {
  const file = fileOf(target);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => Buffer.from(JSON.parse(line), 'latin1'));
}

export function writeCorpus(target, inputs) {
  writeFileSync(fileOf(target), inputs.map((input) => `${JSON.stringify(input.toString('latin1'))}\n`).join(''));
}
