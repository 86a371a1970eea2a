/** With `--brief`, one short round of each: shows that the benches run, and says nothing about speed. */
export const isBrief = process.argv.includes('--brief');

/** How often something is measured: `count` times, or once with `--brief`. */
export const times = (count) => (isBrief ? 1 : count);

/**
 * Prints the rows of one table as they are measured. A row with a limit shows whether it held: `{ atMost: 3 }` or
 * `{ atLeast: 30000 }`.
 */
export class Bench {
  /** How many limits did not hold. */
  missed = 0;

  constructor(title) {
    console.log(`\n${title}`);
  }

  row(what, value, unit, limit = {}) {
    if (!Number.isFinite(value)) throw new Error(`${what}: ${value} is no figure`);
    if (isBrief) return console.log(`  measured: ${what}`);
    if (!holds(value, limit)) this.missed++;
    console.log(`  ${`${round(value)} ${unit}`.padStart(14)}  ${what}  ${verdict(value, limit)}`.trimEnd());
  }

  /** Prints why nothing is measured. */
  skip(reason) {
    console.log(`  not measured: ${reason}`);
  }
}

/**
 * Nanoseconds per call of `work`, best of several rounds: disturbed rounds say nothing about the code. `work` must
 * return something that depends on its work, so that it cannot be optimised away.
 */
export function nanosecondsPerCall(work, { rounds = 7, roundMilliseconds = 150 } = {}) {
  if (isBrief) [rounds, roundMilliseconds] = [1, 1];
  let calls = 1;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; ) {
    const begin = process.hrtime.bigint();
    for (let call = 0; call < calls; call++) sink = work();
    const took = Number(process.hrtime.bigint() - begin);
    if (took < roundMilliseconds * 1e6) {
      calls = Math.ceil(calls * Math.min(10, (roundMilliseconds * 1.2e6) / Math.max(took, 1)));
      continue;
    }
    best = Math.min(best, took / calls);
    round++;
  }
  return best;
}

export let sink;

/** Runs `work` once and returns its wall seconds, and the CPU seconds of this process. */
export async function timed(work) {
  const [beginWall, beginCpu] = [process.hrtime.bigint(), process.cpuUsage()];
  const result = await work();
  const cpu = process.cpuUsage(beginCpu);
  return {
    result,
    seconds: Number(process.hrtime.bigint() - beginWall) / 1e9,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  };
}

function holds(value, { atMost, atLeast }) {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

function verdict(value, limit) {
  if (limit.atMost === undefined && limit.atLeast === undefined) return '';
  const wanted = limit.atMost !== undefined ? `<= ${limit.atMost}` : `>= ${limit.atLeast}`;
  return `${wanted} ${holds(value, limit) ? 'held' : 'MISSED'}`;
}

function round(value) {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : Number(value.toPrecision(3));
}
