import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CaseContext } from './case-context.mjs';
import { sleep } from './exchange.mjs';

const cases = new URL('../cases/', import.meta.url);
const golden = new URL('../golden/', import.meta.url);

export function allAreas() {
  const files = readdirSync(cases).filter((file) => file.endsWith('.mjs'));
  return files.map((file) => file.slice(0, -'.mjs'.length));
}

/**
 * Runs the cases of an area, as concurrently as its file allows; returns [case name, observations] in the file's order.
 */
export async function runArea(area, { server, isChosen = () => true }) {
  const { cases: all, parallel = 1 } = await import(new URL(`${area}.mjs`, cases));
  const chosen = all.filter(({ name }) => isChosen(name));
  const seen = new Map(chosen.map(({ name }) => [name, undefined]));
  const waiting = [...chosen].reverse();
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) seen.set(next.name, await runCase(next, server));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return [...seen];
}

/**
 * What the server of an area needs: flags besides those of all servers, whether it must store in etcd, and whether
 * controllers run beside it.
 */
export async function needsOf(area) {
  const { flags = [], needsEtcd = false, controllers = false } = await import(new URL(`${area}.mjs`, cases));
  return { flags, needsEtcd, controllers };
}

/** kube-apiserver's observations, by case name. */
export function recordedAnswers(area) {
  const file = new URL(`${area}.json`, golden);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

export function record(area, answers) {
  writeFileSync(new URL(`${area}.json`, golden), JSON.stringify(answers, null, 1));
}

/** The differences between the recorded and the current observations, each as text. */
export function differences(wanted, seen) {
  if (!wanted) return ['    no answer is recorded'];
  const found = [];
  for (let index = 0; index < Math.max(wanted.length, seen.length); index++) {
    const [want, got] = [JSON.stringify(wanted[index]), JSON.stringify(seen[index])];
    if (want === got) continue;
    const from = Math.max(0, firstDifference(want ?? '', got ?? '') - 300);
    found.push(`    want ${want?.slice(from, from + 600)}\n    got  ${got?.slice(from, from + 600)}`);
  }
  return found;
}

function firstDifference(a, b) {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}

async function runCase({ run, timeout = 60_000 }, server) {
  const context = new CaseContext(server);
  const late = sleep(timeout).then(() => {
    throw new Error('case timed out');
  });
  try {
    await Promise.race([run(context), late]);
  } catch (error) {
    context.seen.push(['error', String(error.message ?? error).slice(0, 200)]);
  }
  // Leftovers do not affect other cases: each has its own names.
  for (const cleanup of context.cleanups) await Promise.resolve(cleanup()).catch(() => {});
  return context.seen;
}
