/**
 * Collects the rows of one table. A row with a limit shows whether it held: `{ atMost: 3 }` or `{ atLeast: 30000 }`.
 */
export class Bench {
  #title;
  #rows = [];
  #skipped;

  constructor(title) {
    this.#title = title;
  }

  row(what, value, unit, limit = {}) {
    this.#rows.push({ what, value, unit, limit });
  }

  /** Records why nothing is measured. */
  skip(reason) {
    this.#skipped = reason;
  }

  print() {
    if (this.#skipped) {
      console.log(`\n${this.#title}\n  not measured: ${this.#skipped}`);
      return 0;
    }
    const lines = this.#rows.map(({ what, value, unit, limit }) => [
      what,
      `${round(value)} ${unit}`,
      verdict(value, limit),
    ]);
    const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column].length)));
    console.log(`\n${this.#title}`);
    for (const [what, measured, limit] of lines) {
      console.log(`  ${what.padEnd(widths[0])}  ${measured.padStart(widths[1])}  ${limit}`.trimEnd());
    }
    return this.#rows.filter(({ value, limit }) => !holds(value, limit)).length;
  }
}

/**
 * Nanoseconds per call of `work`, best of several rounds: disturbed rounds say nothing about the code. `work` must
 * return something that depends on its work, so that it cannot be optimised away.
 */
export function nanosecondsPerCall(work, { rounds = 7, roundMilliseconds = 150 } = {}) {
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
