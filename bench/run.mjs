// npm run bench [-- area … --option=value …]: runs bench/<area>/*.mjs against dist/ and prints one table for each.
// `--brief` measures everything once, without limits: CI runs it so that benches keep up with the source.
// A file exports `title` and `async run(bench, options)`; see harness.mjs for what `bench` offers.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Bench, isBrief } from './harness.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const areas = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const given = process.argv.slice(2);
const names = given.filter((argument) => !argument.startsWith('--'));
const options = Object.fromEntries(
  given.filter((argument) => argument.startsWith('--')).map((argument) => argument.slice(2).split('=', 2)),
);
const unknown = names.filter((name) => !areas.includes(name.split('/')[0]));
if (unknown.length > 0) {
  console.error(`bench: no area ${unknown.join(', ')}; there are ${areas.join(', ')}`);
  process.exit(1);
}

console.log(`node ${process.version}, ${process.platform} ${process.arch}`);
let missed = 0;
for (const area of areas) {
  for (const file of readdirSync(join(here, area)).sort()) {
    const name = `${area}/${file.replace(/\.mjs$/, '')}`;
    if (!file.endsWith('.mjs') || (names.length > 0 && !names.includes(area) && !names.includes(name))) continue;
    const { title, run } = await import(pathToFileURL(join(here, area, file)).href);
    const bench = new Bench(`${name}: ${title}`);
    await run(bench, options);
    missed += bench.missed;
  }
}
if (isBrief) console.log('\nevery bench ran');
else console.log(missed === 0 ? '\nevery limit held' : `\n${missed} limits were missed`);
