import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.mjs';
import * as guarantees from './watch-guarantees.mjs';

interface Event {
  type: string;
  key: string;
  revision: number;
  value?: string;
}

const event = (text: string): Event => {
  const [type, key, revision] = text.split(' ') as [string, string, string];
  return { type, key, revision: Number(revision), value: `${key}${revision}` };
};
const log = ['ADDED a 2', 'ADDED b 3', 'MODIFIED a 5', 'DELETED b 6', 'ADDED b 8', 'MODIFIED a 9'].map(event);
const stream = (events: Event[], rest: object = {}) => ({ id: 's', from: undefined, events, bookmarks: [], ...rest });
const without = (...revisions: number[]) => log.filter(({ revision }) => !revisions.includes(revision));

type Streams = ReturnType<typeof stream>[];
type Guarantee = (streams: Streams, events: Event[]) => string[];
const functions = {
  ordered: guarantees.ordered,
  unique: guarantees.unique,
  reliable: guarantees.reliable,
  atomic: guarantees.atomic,
  resumable: guarantees.resumable,
  bookmarkable: guarantees.bookmarkable,
} as unknown as Record<string, Guarantee>;

describe.each(Object.entries(functions))('a watch that is %s', (_, check) => {
  it.each([
    ['is so with everything', stream(log, { from: 1 })],
    ['is so with a part', stream(log.slice(1, 4), { from: 2 })],
    ['is so without anything', stream([], { from: 4 })],
    [
      'is so with bookmarks',
      stream(log.slice(2), {
        from: 4,
        bookmarks: [
          { revision: 5, after: 1 },
          { revision: 7, after: 2 },
          { revision: 9, after: 4 },
        ],
      }),
    ],
  ])('%s', (_name, one) => expect(check([one], log)).toEqual([]));
});

describe('a watch is refused', () => {
  const cases: [string, keyof typeof functions, ReturnType<typeof stream>][] = [
    ['whose events are not in order', 'ordered', stream([log[1]!, log[0]!])],
    ['whose event comes twice', 'unique', stream([log[0]!, log[1]!, log[1]!])],
    ['whose event comes twice, later', 'unique', stream([log[0]!, log[1]!, log[0]!])],
    ['that lacks an event', 'reliable', stream(without(5))],
    ['that has an event that never was', 'reliable', stream([log[0]!, event('MODIFIED a 4'), log[1]!])],
    ['that shows another value', 'reliable', stream([log[0]!, { ...log[1]!, value: 'other' }, log[2]!])],
    [
      'that shows a deletion as a change',
      'reliable',
      stream([...log.slice(0, 3), { ...log[3]!, type: 'MODIFIED' }, log[4]!]),
    ],
    ['that begins too late', 'resumable', stream(log.slice(3), { from: 2 })],
    ['that begins too early', 'resumable', stream(log.slice(1), { from: 3 })],
    [
      'whose bookmark comes too early',
      'bookmarkable',
      stream(log, { from: 1, bookmarks: [{ revision: 6, after: 3 }] }),
    ],
    [
      'whose bookmark is beyond what has come',
      'bookmarkable',
      stream(log.slice(0, 2), { from: 1, bookmarks: [{ revision: 7, after: 2 }] }),
    ],
    [
      'whose only bookmark hides an event',
      'bookmarkable',
      stream([], { from: 4, bookmarks: [{ revision: 5, after: 0 }] }),
    ],
    [
      'whose bookmarks go back',
      'bookmarkable',
      stream(log, {
        from: 1,
        bookmarks: [
          { revision: 9, after: 6 },
          { revision: 8, after: 6 },
        ],
      }),
    ],
  ];
  it.each(cases)('%s', (_, name, one) => expect(functions[name]!([one], log)).not.toEqual([]));

  it('that has one event of a revision with two', () => {
    const double = [event('ADDED a 2'), event('ADDED b 2'), event('MODIFIED a 3')];
    expect(guarantees.atomic([stream(double)], double)).toEqual([]);
    expect(guarantees.atomic([stream(double.slice(1))], double)).not.toEqual([]);
    expect(guarantees.atomic([stream(double.slice(0, 1))], double)).not.toEqual([]);
  });

  it('with the others of its client, where something is lost between them', () => {
    const client = (...streams: Streams) => [{ id: 'c', streams }];
    const [first, second] = [stream(log.slice(0, 3)), stream(log.slice(3))];
    expect(guarantees.continuous(client(first, stream([]), second), log)).toEqual([]);
    expect(guarantees.continuous(client(stream(log.slice(0, 2)), second), log)).not.toEqual([]);
  });

  it('where something is added that is there, or changed that is not', () => {
    expect(guarantees.typed(log)).toEqual([]);
    expect(guarantees.typed(['ADDED a 1', 'ADDED a 2'].map(event))).toHaveLength(1);
    expect(guarantees.typed(['ADDED a 1', 'DELETED a 2', 'MODIFIED a 3'].map(event))).toHaveLength(1);
    expect(guarantees.typed(['DELETED a 2'].map(event))).toHaveLength(1);
  });
});

it('random damage to a stream is seen by the guarantee that it breaks', () => {
  const random = new Random('streams');
  for (let round = 0; round < 500; round++) {
    const length = random.between(5, 40);
    const events = Array.from({ length }, (_, index) => event(`MODIFIED k${random.below(3)} ${index * 2 + 10}`));
    const at = random.between(1, length - 2);
    const damage: [string, Event[]][] = [
      ['ordered', [...events.slice(0, at), events[at + 1]!, events[at]!, ...events.slice(at + 2)]],
      ['unique', [...events.slice(0, at), events[at]!, ...events.slice(at)]],
      ['reliable', events.filter((_, index) => index !== at)],
      ['resumable', events.slice(at)],
      ['atomic', [...events.slice(0, at), events[at]!, ...events.slice(at)]],
    ];
    for (const [name, damaged] of damage) {
      expect(functions[name]!([stream(events, { from: 9 })], events), name).toEqual([]);
      expect(functions[name]!([stream(damaged, { from: 9 })], events), name).not.toEqual([]);
    }
  }
});
