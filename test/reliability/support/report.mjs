// One figure per line: group, what, figure, verdict.

const widths = { group: 15, what: 70, figure: 30 };

/** The report of the whole run. */
export class Report {
  #target;
  failed = 0;
  held = 0;
  skipped = 0;

  constructor(target) {
    this.#target = target;
  }

  forCheck(group) {
    return new CheckReport(this, { group, target: this.#target });
  }
}

/** The report of one check. */
class CheckReport {
  hasFailed = false;
  #all;
  #group;
  #target;

  constructor(all, { group, target }) {
    this.#all = all;
    this.#group = group;
    this.#target = target;
  }

  /**
   * `byNature`: why a server of this name cannot be expected to pass, as `{ 'kube-apiserver': 'why' }`. Such figures
   * are shown, but not counted.
   */
  figure(what, { value, holds, byNature = {} }) {
    const reason = byNature[this.#target];
    if (holds) {
      this.#all.held++;
      this.#line(what, value, 'ok');
    } else if (reason !== undefined) {
      this.#all.skipped++;
      this.#line(what, value, `by nature: ${reason}`);
    } else this.#fail(what, value);
  }

  skip(what, reason) {
    this.#all.skipped++;
    this.#line(what, '-', `skipped: ${reason}`);
  }

  broke(what, error) {
    this.#fail(what, '-');
    console.log(indent(error.stack ?? String(error)));
  }

  #fail(what, value) {
    this.#all.failed++;
    this.hasFailed = true;
    this.#line(what, value, 'FAILED');
  }

  #line(what, figure, verdict) {
    const columns = [
      this.#group.padEnd(widths.group),
      what.padEnd(widths.what),
      String(figure).padStart(widths.figure),
    ];
    console.log(`${columns.join(' ')}  ${verdict}`);
  }
}

export const count = (number) => Math.round(number).toLocaleString('en-US');

/** `0 of 12,345`. */
export const of = (some, all) => `${count(some)} of ${count(all)}`;

export function percentile(values, part) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function indent(text) {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
