// The guarantees of a watch, named as in etcd's robustness tests; each function returns the violations.
//
// A stream is { id, from, events, bookmarks }: what one connection delivered. `from` is the revision after which it
// starts. An event is { type, key, revision, value }, a bookmark { revision, after }, with the number of events before it.
// The log has all events, in order.

/** Events arrive in order of their revisions. */
export function ordered(streams) {
  return streams.flatMap(({ id, events }) =>
    neighbours(events)
      .filter(([one, next]) => next.revision < one.revision)
      .map(([one, next]) => `${id}: ${next.revision} came after ${one.revision}`),
  );
}

/** No event arrives twice. */
export function unique(streams) {
  return streams.flatMap(({ id, events }) => {
    const seen = new Set();
    return events
      .filter((event) => seen.size === seen.add(identity(event)).size)
      .map((event) => `${id}: ${identity(event)} came twice`);
  });
}

/** From its first event to its last, a stream has exactly the events of the log, unchanged. */
export function reliable(streams, log) {
  return streams.flatMap(({ id, events }) => {
    if (events.length === 0) return [];
    const [first, last] = [events[0].revision, events.at(-1).revision];
    return differences(id, events, between(log, first, last));
  });
}

/** A stream has all events of a revision or none, even if it broke. */
export function atomic(streams, log) {
  const sizes = new Map();
  for (const { revision } of log) sizes.set(revision, (sizes.get(revision) ?? 0) + 1);
  return streams.flatMap(({ id, events }) => {
    const seen = new Map();
    for (const { revision } of events) seen.set(revision, (seen.get(revision) ?? 0) + 1);
    return [...seen]
      .filter(([revision, number]) => number !== (sizes.get(revision) ?? 0))
      .map(([revision, number]) => `${id}: ${number} of ${sizes.get(revision) ?? 0} events of ${revision}`);
  });
}

/** A stream starts with the first event after the revision that it was opened with. */
export function resumable(streams, log) {
  return streams.flatMap(({ id, from, events }) => {
    if (events.length === 0 || from === undefined) return [];
    const first = log.find(({ revision }) => revision > from);
    if (first && identity(first) === identity(events[0])) return [];
    return [`${id}: opened after ${from}, began with ${identity(events[0])} instead of ${first && identity(first)}`];
  });
}

/** A bookmark arrives after everything up to its revision; bookmarks do not go back. */
export function bookmarkable(streams, log) {
  return streams.flatMap(({ id, from = Number.POSITIVE_INFINITY, events, bookmarks }) => {
    const problems = [];
    let last = 0;
    for (const { revision, after } of bookmarks) {
      if (revision < last) problems.push(`${id}: bookmark ${revision} came after bookmark ${last}`);
      last = revision;
      const early = events.slice(after).find((event) => event.revision <= revision);
      if (early) problems.push(`${id}: ${identity(early)} came after the bookmark ${revision}`);
      const begin = Math.min(from, (events[0]?.revision ?? Number.POSITIVE_INFINITY) - 1);
      const missing =
        between(log, begin + 1, revision).length -
        events.slice(0, after).filter((event) => event.revision <= revision).length;
      if (missing > 0) problems.push(`${id}: ${missing} events up to the bookmark ${revision} had not come`);
    }
    return problems;
  });
}

/** ADDED for new objects, MODIFIED and DELETED for existing ones. */
export function typed(log) {
  const present = new Set();
  return log.flatMap((event) => {
    const wasThere = present.has(event.key);
    if (event.type === 'DELETED') present.delete(event.key);
    else present.add(event.key);
    return wasThere === (event.type !== 'ADDED')
      ? []
      : [`${identity(event)}, though it was ${wasThere ? '' : 'not '}there`];
  });
}

/** The streams of one client, each opened where the last one ended, miss nothing in between. */
export function continuous(clients, log) {
  return clients.flatMap(({ id, streams }) => {
    const delivered = streams.filter(({ events }) => events.length > 0);
    const events = delivered.flatMap((stream) => stream.events);
    if (events.length === 0) return [];
    return differences(id, events, between(log, events[0].revision, events.at(-1).revision));
  });
}

export function identity({ type, key, revision, value }) {
  return `${type} ${key}@${revision}${value === undefined ? '' : ` ${value}`}`;
}

function differences(id, events, wanted) {
  const delivered = new Set(events.map(identity));
  const known = new Set(wanted.map(identity));
  return [
    ...wanted.filter((event) => !delivered.has(identity(event))).map((event) => `${id}: ${identity(event)} is missing`),
    ...events.filter((event) => !known.has(identity(event))).map((event) => `${id}: ${identity(event)} never was`),
  ];
}

function between(log, first, last) {
  return log.filter(({ revision }) => revision >= first && revision <= last);
}

function neighbours(items) {
  return items.slice(1).map((item, index) => [items[index], item]);
}
