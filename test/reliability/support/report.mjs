// One figure per line: group, what, figure, verdict.

const widths = { group: 15, what: 70, figure: 30 };

export class Report {
  #target;
  failed = 0;
  held = 0;
  skipped = 0;

  constructor(target) {
    this.#target = target;
  }

  /**
   * `byNature`: why a server of this name cannot be expected to do it, as `{ 'kube-apiserver': 'why' }`. It is shown, and
   * counted neither way.
   */
  figure(group, what, { value, holds, byNature = {} }) {
    const reason = byNature[this.#target];
    if (reason !== undefined && !holds) {
      this.skipped++;
      this.#line(group, what, value, `by nature: ${reason}`);
    } else if (holds) {
      this.held++;
      this.#line(group, what, value, 'ok');
    } else {
      this.failed++;
      this.#line(group, what, value, 'FAILED');
    }
  }

  skip(group, what, reason) {
    this.skipped++;
    this.#line(group, what, '-', `skipped: ${reason}`);
  }

  broke(group, what, error) {
    this.failed++;
    this.#line(group, what, '-', 'FAILED');
    console.log(indent(error.stack ?? String(error)));
  }

  #line(group, what, figure, verdict) {
    console.log(
      `${group.padEnd(widths.group)} ${what.padEnd(widths.what)} ${String(figure).padStart(widths.figure)}  ${verdict}`,
    );
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
