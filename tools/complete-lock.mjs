// Completes package-lock.json: npm omits optional packages for other platforms if the configured registry does not have
// them, and `npm ci` then refuses the file everywhere. Run it after every change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const systems = ['darwin', 'win32', 'linux', 'android', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'];
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32'];

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue;
    lock.packages[`node_modules/${name}`] = missingEntry(name, range, entry);
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} optional packages added`);

/** Derives the supported platforms from the package name. */
function missingEntry(name, range, { dev }) {
  const words = name.split('/').pop().split(/[-_.]/);
  const os = name === 'fsevents' ? ['darwin'] : systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = { musl: ['musl'], gnu: ['glibc'] }[/^(musl|gnu)/.exec(words.at(-1))?.[1]];
  return {
    version: range.replace(/^[~^]/, ''),
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
