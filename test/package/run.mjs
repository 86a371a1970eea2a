// npm run package [-- --full [--only=runners|managers|runtimes|artifacts]] [--keep]: packs the package, and installs it into empty projects as users do. Needs `npm run build`.
// By default: npm and node:test. With --full: npm, pnpm, yarn 1 and 4; Jest (CommonJS and ES modules), vitest,
// node:test; TypeScript; Node.js 20 to 26, Bun and Deno, from npm's packages of them; the tarball and the executable. Prints one line for each check.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProgramCheck } from './program-check.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'trestle-package-'));
const isFull = process.argv.includes('--full');
/** One section of the full run. */
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
/** A check may take this long; machines are slow. */
const limitMilliseconds = 300_000;
let failures = 0;

const versions = {
  pnpm: '12.18.0',
  yarn: '1.22.22',
  '@yarnpkg/cli-dist': '4.18.1',
  jest: '30.5.2',
  vitest: '4.1.12',
  typescript: '5.9.3',
  '@types/node': '20.19.43',
};
const nodes = ['20', '22', '24', '26'];
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

try {
  const tarball = await pack();
  const npmProject = newProject('npm', 'module');
  await check('npm installs it, without a warning', () => installWithNpm(npmProject, tarball));
  await check('npm: node:test, ES modules', () => run(process.execPath, ['--test', 'suite.node.mjs'], npmProject));
  await check('npm: node:test, CommonJS', () => run(process.execPath, ['--test', 'suite.node.cjs'], npmProject));
  await check('npm: npx trestle starts', () => startsIn(npmProject, ['node_modules/trestle/lib/app/main.js']));
  if (isFull) {
    const sections = { runners, managers, runtimes, artifacts };
    for (const [name, section] of Object.entries(sections)) {
      if (only === undefined || only === name) await section({ project: npmProject, tarball });
    }
  }
} finally {
  if (process.argv.includes('--keep')) console.log(folder);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
console.log(failures === 0 ? 'all checks passed' : `${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;

async function check(name, work) {
  const begin = performance.now();
  const seconds = () => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
  try {
    await work();
    console.log(`ok      ${name} (${seconds()})`);
  } catch (error) {
    failures++;
    console.log(`FAILED  ${name} (${seconds()})\n${String(error.message ?? error).replace(/^/gm, '        ')}`);
  }
}

/** Resolves with what a program prints; rejects if it fails, or takes too long. */
function run(program, args, cwd, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NO_UPDATE_NOTIFIER: '1', npm_config_update_notifier: 'false', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a script of the shell there.
      shell: process.platform === 'win32' && program === 'npm',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMilliseconds);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else reject(new Error(`${[program, ...args].join(' ')} ended with ${code}\n${output.slice(-3000)}`));
    });
  });
}

async function pack() {
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  await run('npm', packing, root);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
}

function newProject(name, type) {
  const project = join(folder, name);
  mkdirSync(project);
  cpSync(join(root, 'test/package/project'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type }));
  // The shared file is CommonJS, in whatever project.
  mkdirSync(join(project, 'shared'));
  cpSync(join(project, 'server.js'), join(project, 'shared/server.cjs'));
  rmSync(join(project, 'server.js'));
  for (const file of readdirSync(project).filter((one) => /\.[cm]js$/.test(one))) {
    const text = readFileSync(join(project, file), 'utf8');
    writeFileSync(join(project, file), text.replaceAll('./server.js', './shared/server.cjs'));
  }
  return project;
}

async function installWithNpm(project, tarball) {
  const options = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--save-exact'];
  const output = await run('npm', [...options, tarball], project);
  const warnings = output.split('\n').filter((line) => /warn/i.test(line) && !line.includes('Unknown user config'));
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}

function addWithNpm(project, ...names) {
  const packages = names.map((name) => (versions[name] ? `${name}@${versions[name]}` : name));
  const options = [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--no-save',
    '--force',
  ];
  return run('npm', [...options, ...packages], project);
}

function startsIn(project, script, program = process.execPath) {
  return new ProgramCheck({ program, args: [...script, '--secure-port=0'], directory: project }).run();
}

async function typeCheck(project) {
  await addWithNpm(project, 'typescript', '@types/node');
  const common = { strict: true, exactOptionalPropertyTypes: true, target: 'es2023', noEmit: true, types: ['node'] };
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = { ...common, module, moduleResolution };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], project);
  }
}

async function runners({ project }) {
  // Two files run in workers at the same time.
  const again = (suite) => cpSync(join(project, suite), join(project, suite.replace('suite', 'again')));
  for (const suite of ['suite.jest.cjs', 'suite.jest.mjs', 'suite.vitest.mjs']) again(suite);
  await check('TypeScript strict, nodenext and bundler', () => typeCheck(project));
  await check('Jest and vitest can be installed beside it', () => addWithNpm(project, 'jest', 'vitest'));
  const jest = (extension) => {
    const config = {
      testEnvironment: 'node',
      testMatch: [`**/*.jest.${extension}`],
      maxWorkers: 2,
      moduleFileExtensions: ['js', 'mjs', 'cjs', 'json'],
    };
    return ['node_modules/jest/bin/jest.js', '--rootDir=.', '--config', JSON.stringify(config)];
  };
  const runJest = async (args) => {
    const output = await run(process.execPath, args, project);
    // Jest ends its workers if something is left open in them, and passes.
    if (/did not exit|failed to exit|force exited/i.test(output)) throw new Error(output);
  };
  await check('Jest, CommonJS', () => runJest(jest('cjs')));
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  await check('Jest, ES modules', () => runJest([...flags, ...jest('mjs')]));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--root=.', '--dir=.'];
  writeFileSync(
    join(project, 'vitest.config.mjs'),
    "export default { test: { include: ['*.vitest.mjs'], maxWorkers: 2 } };\n",
  );
  await check('vitest', () => run(process.execPath, vitest, project));
}

async function managers({ tarball }) {
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'package.json'), '{"private":true}');
  await addWithNpm(tools, 'pnpm', 'yarn', '@yarnpkg/cli-dist');
  const manager = (name) => {
    const { bin } = JSON.parse(readFileSync(join(tools, 'node_modules', name, 'package.json'), 'utf8'));
    return join(tools, 'node_modules', name, bin.yarn);
  };
  // Its other program is replaced by an install script.
  const pnpm = join(tools, 'node_modules/pnpm/bin/pnpm.mjs');
  await installsAndRuns('pnpm', { install: [pnpm, 'add', tarball] });
  await installsAndRuns('yarn 1', { install: [manager('yarn'), 'add', '--non-interactive', tarball] });
  const yarn4 = manager('@yarnpkg/cli-dist');
  const add = [yarn4, 'add', `trestle@file:${tarball}`];
  await installsAndRuns('yarn 4, node_modules', { install: add, linker: 'node-modules' });
  await installsAndRuns("yarn 4, Plug'n'Play", { install: add, linker: 'pnp', node: [yarn4, 'node'] });
}

async function installsAndRuns(name, { install, linker, node = [] }) {
  const project = newProject(name.replace(/\W+/g, '-'), 'module');
  if (linker) {
    const settings = `nodeLinker: ${linker}\nenableTelemetry: false\nenableGlobalCache: false\nenableImmutableInstalls: false\n`;
    writeFileSync(join(project, '.yarnrc.yml'), settings);
    writeFileSync(join(project, 'yarn.lock'), '');
  }
  await check(`${name} installs it`, () => run(process.execPath, install, project));
  await check(`${name}: a suite`, () => run(process.execPath, [...node, 'run.mjs'], project));
  await check(`${name}: a program with a store on disk`, () => {
    writeFileSync(join(project, 'start.mjs'), "import { trestle } from './shared/start.cjs';\nawait trestle();\n");
    writeFileSync(
      join(project, 'shared/start.cjs'),
      "const { dirname, join } = require('node:path');\nconst folder = dirname(require.resolve('trestle/package.json'));\nexports.trestle = () => import(require('node:url').pathToFileURL(join(folder, 'lib/app/main.js')).href);\n",
    );
    return startsIn(project, [...node, 'start.mjs']);
  });
}

async function runtimes({ project }) {
  for (const version of nodes) {
    const place = await runtime(`node-${platform}@${version}`);
    const node = join(place, `node_modules/node-${platform}/bin/node`);
    await check(`Node.js ${version}: suites`, async () => {
      await run(node, ['--test', 'suite.node.mjs', 'suite.node.cjs'], project);
    });
    await check(`Node.js ${version}: the program`, () =>
      startsIn(project, ['node_modules/trestle/lib/app/main.js'], node),
    );
  }
  const [bunPackage, denoPackage] = [
    `@oven/bun-${platform}`,
    `@deno/${platform.replace('linux-x64', 'linux-x64-glibc')}`,
  ];
  const bun = join(await runtime(bunPackage), 'node_modules', bunPackage, 'bin/bun');
  const deno = join(await runtime(denoPackage), 'node_modules', denoPackage, 'deno');
  const main = 'node_modules/trestle/lib/app/main.js';
  await check('Bun: a suite', () => run(bun, ['run.mjs'], project));
  await check('Bun: the program', () => startsIn(project, [main], bun));
  await check('Deno: a suite', () => run(deno, ['run', '--allow-all', 'run.mjs'], project));
  await check('Deno: the program', () => startsIn(project, ['run', '--allow-all', main], deno));
}

/** Installs a runtime's npm package, and returns where. */
async function runtime(name) {
  const place = join(folder, name.replace(/\W+/g, '-'));
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  await addWithNpm(place, name);
  return place;
}

async function artifacts() {
  const output = join(folder, 'artifacts');
  const tool = (name, ...args) => run(process.execPath, [join(root, 'tools/release', name), ...args], root);
  await check(
    'the package under its second name: the program, and a suite where it is installed as trestle',
    async () => {
      const tarball = (await tool('second-name.mjs', output)).trim();
      const [plain, aliased] = [newProject('second-name', 'module'), newProject('aliased', 'module')];
      await installWithNpm(plain, tarball);
      await startsIn(plain, ['node_modules/kube-trestle/lib/app/main.js']);
      await installWithNpm(aliased, `trestle@file:${tarball}`);
      await run(process.execPath, ['--test', 'suite.node.mjs', 'suite.node.cjs'], aliased);
    },
  );
  await check('the files of the container image: the program', async () => {
    await tool('build-tree.mjs', join(output, 'tree'));
    await startsIn(output, ['tree/lib/app/main.js']);
  });
  await check('the tarball: the program', async () => {
    const [file] = (await tool('build-tarball.mjs', output)).split('\n');
    await run('tar', ['--extract', '--gzip', '--strip-components=1', '--file', file, '--directory', output], output);
    await startsIn(output, [], join(output, 'bin/trestle'));
  });
  await check('the executable: the program, without Node.js on the PATH', async () => {
    await tool('build-executable.mjs', join(output, 'trestle'));
    const place = join(folder, 'executable');
    mkdirSync(place);
    const path = process.env.PATH.split(delimiter).filter((one) => !/node|npm/.test(one));
    const env = { ...process.env, PATH: path.join(delimiter), XDG_CACHE_HOME: join(folder, 'cache') };
    const [program, args] = [join(output, 'trestle'), ['--secure-port=0', '--workers=2']];
    await new ProgramCheck({ program, args, directory: place, env }).run();
  });
}
