// How much slower the machine is than usual, so that limits of time mean the same on a slow or busy one.
const usualMilliseconds = 1.1;
const runsOfSample = 8;
const document = JSON.stringify(
  Array.from({ length: 1500 }, (_, index) => ({ name: `item-${index}`, list: [index, 'x', null] })),
);
let checksum = 0;

/** Allocates, calls into the engine, and scans a text. */
function referenceWork() {
  const text = JSON.stringify(JSON.parse(document));
  for (let at = 0; at < text.length; at++) checksum = (checksum * 31 + text.charCodeAt(at)) | 0;
}

/** Samples the time of a reference work twice a second. */
export class MachineSpeed {
  #samples = [];

  start() {
    for (let run = 0; run < 40; run++) referenceWork();
    this.#sample();
    setInterval(() => this.#sample(), 500).unref();
  }

  /** The longest of the samples since then, as a multiple of the usual time; at least 1. */
  slownessSince(begin) {
    this.#sample();
    return Math.max(1, ...this.#samples.filter(({ at }) => at >= begin).map(({ slowness }) => slowness));
  }

  #sample() {
    const at = performance.now();
    for (let run = 0; run < runsOfSample; run++) referenceWork();
    this.#samples.push({ at, slowness: (performance.now() - at) / (runsOfSample * usualMilliseconds) });
  }
}
