import type { Revision } from '../../../src/storage/index.js';
import { Violation } from '../engine/scheduler.js';
import { contentOf, isSelected, nameOf, versionOf, type Widget } from './widget.js';

export interface ApiChange {
  readonly revision: Revision;
  readonly name: string;
  readonly widget: Widget | undefined;
  readonly previous: Widget | undefined;
}

/** The widgets that a client selects. */
export interface View {
  /** Empty: all namespaces. */
  readonly namespace: string;
  readonly color: string | undefined;
}

export interface ApiEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: Revision;
  readonly name: string;
  readonly content: string;
}

/** The widgets at each revision, from what is durable. */
export class ApiModel {
  readonly #states: { readonly revision: Revision; readonly widgets: ReadonlyMap<string, Widget> }[] = [
    { revision: 1n, widgets: new Map() },
  ];
  readonly #changes: ApiChange[] = [];
  readonly #writers = new Map<string, Revision[]>();
  readonly #forgotten: () => Revision;
  /** The highest revision that any client has seen. */
  floor: Revision = 1n;

  constructor(forgotten: () => Revision) {
    this.#forgotten = forgotten;
  }

  get revision(): Revision {
    return this.#states.at(-1)!.revision;
  }

  get forgotten(): Revision {
    return this.#forgotten();
  }

  /** Called when an object of another kind was written. */
  pass(revision: Revision): void {
    this.#states.push({ revision, widgets: this.at(this.revision) });
  }

  durable(revision: Revision, name: string, widget: Widget | undefined): void {
    const before = this.at(this.revision);
    const widgets = new Map(before);
    if (widget) widgets.set(name, widget);
    else widgets.delete(name);
    this.#states.push({ revision, widgets });
    this.#changes.push({ revision, name, widget, previous: before.get(name) });
    this.#checkCount(name, widget, before.get(name));
    const writer = widget?.spec?.writer;
    if (writer === undefined) return;
    const earlier = this.#writers.get(writer);
    if (earlier) throw new Violation(`${writer} was written at ${earlier} and again at ${revision}`);
    this.#writers.set(writer, [revision]);
  }

  /** Each count is one more than the last: no update is lost. */
  #checkCount(name: string, widget: Widget | undefined, previous: Widget | undefined): void {
    const { count = 0, writer } = widget?.spec ?? {};
    if (!widget || (previous === undefined && count === 0)) return;
    const before = previous?.spec;
    if (count === (before?.count ?? 0) + 1) return;
    throw new Violation(`${writer} made ${name} ${count} of ${before?.count} by ${before?.writer}`);
  }

  at(revision: Revision): ReadonlyMap<string, Widget> {
    if (revision > this.revision) throw new Violation(`version ${revision} was seen; durable is only ${this.revision}`);
    return this.#states.findLast((each) => each.revision <= revision)?.widgets ?? new Map();
  }

  saw(revision: Revision): void {
    if (revision > this.revision) throw new Violation(`version ${revision} was seen; durable is only ${this.revision}`);
    if (revision > this.floor) this.floor = revision;
  }

  /** Whether the name had this content at any time since a revision. */
  wasSince(floor: Revision, name: string, widget: Widget | undefined): boolean {
    const states = this.#states.filter(
      ({ revision }, index) => (this.#states[index + 1]?.revision ?? revision) >= floor,
    );
    return states.some(({ widgets }) => isSame(widgets.get(name), widget));
  }

  /** A returned object must equal what is stored at its version. */
  check(widget: Widget): void {
    const revision = versionOf(widget);
    this.saw(revision);
    const stored = this.#changes.find((change) => change.revision === revision && change.name === nameOf(widget));
    if (!stored?.widget || contentOf(stored.widget) !== contentOf(widget)) {
      throw new Violation(`${nameOf(widget)}@${revision} is ${contentOf(widget)}; that is not what was stored`);
    }
  }

  /** The expected names and versions of a list at a revision. */
  list(revision: Revision, { namespace, color }: View): string[] {
    return [...this.at(revision)]
      .filter(([name, widget]) => name.startsWith(namespace && `${namespace}/`) && isSelected(widget, color))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, widget]) => `${name}@${this.#versionAt(name, revision)} ${contentOf(widget)}`);
  }

  /** The expected events of a watch after one revision and up to another. */
  events({ namespace, color }: View, after: Revision, upTo: Revision): ApiEvent[] {
    return this.#changes.flatMap(({ revision, name, widget, previous }) => {
      if (revision <= after || revision > upTo || !name.startsWith(namespace && `${namespace}/`)) return [];
      const [is, was] = [isSelected(widget, color), isSelected(previous, color)];
      if (!is && !was) return [];
      const type = !was ? 'ADDED' : is ? 'MODIFIED' : 'DELETED';
      return [{ type, revision, name, content: contentOf(type === 'DELETED' ? previous! : widget!) }];
    });
  }

  #versionAt(name: string, revision: Revision): Revision {
    return this.#changes.findLast((change) => change.name === name && change.revision <= revision)!.revision;
  }
}

function isSame(one: Widget | undefined, other: Widget | undefined): boolean {
  return (one && contentOf(one)) === (other && contentOf(other));
}
