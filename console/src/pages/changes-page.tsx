import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type KubeObject, request, withQuery } from '../api/client.ts';
import { pathOf, type Resource, resources } from '../api/discovery.ts';
import { parseJson } from '../api/exact-json.ts';
import type { WatchEvent } from '../api/watch.ts';
import { versionBefore } from '../object/history-tab.tsx';
import { forEachConcurrently } from '../object/relatives.ts';
import { withoutNoise, writersSince, writtenAt } from '../object/versions.ts';
import { href, objectSegments, route, setQuery } from '../route.ts';
import { count } from '../ui/format.ts';
import { announce } from '../ui/keyboard.ts';
import { useLoad } from '../ui/load.ts';
import { Age, Chip, EmptyPage, Loading, Notice, Problem, type Tone } from '../ui/parts.tsx';
import { DiffView } from '../yaml/diff-view.tsx';
import { Timeline } from './timeline.tsx';

interface Change {
  readonly key: string;
  readonly resource: Resource;
  readonly type: WatchEvent<KubeObject>['type'];
  readonly object: KubeObject;
  readonly revision: bigint;
  readonly time: string | undefined;
}

interface KnownChanges {
  readonly changes: readonly Change[];
  /** Resources whose changes could not be read, for lack of permission for example. */
  readonly unread: readonly string[];
}

/**
 * A watch has sent all past events if none arrives for this time, or for this many times what the response took to
 * begin.
 */
const quietMilliseconds = 250;
const quietResponses = 3;
const maxChanges = 500;
const periods = {
  '1': 'the last minute',
  '5': 'the last five minutes',
  '60': 'the last hour',
  '0': 'all that is known',
} as const;
/** They change all the time, and say little. */
const noisy = new Set(['leases', 'events']);
const tones: Partial<Record<Change['type'], Tone>> = { ADDED: 'good', DELETED: 'bad', MODIFIED: 'warn' };

/** What changed in the cluster lately, as far as the server still has the events. */
export function ChangesPage(_: { segments: readonly string[] }) {
  useEffect(() => announce('Changes'), []);
  const minutes = (route.value.query.get('minutes') ?? '5') as keyof typeof periods;
  const search = route.value.query.get('q') ?? '';
  const showsNoise = route.value.query.get('noise') === '1';
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState('');
  const {
    value: { changes, unread = [] } = {},
    error,
    isLoading,
  } = useLoad((signal) => readChanges(signal, showsNoise), [round, showsNoise]);
  const since = minutes === '0' ? '' : new Date(Date.now() - Number(minutes) * 60_000).toISOString();
  const found = (changes ?? []).filter(
    ({ time, object, resource }) =>
      (time ?? '') >= since &&
      `${resource.name} ${object.metadata.namespace ?? ''} ${object.metadata.name}`.includes(search),
  );
  const shown = found.slice(0, maxChanges);
  const isCut = found.length > shown.length;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Changes</h1>
        <div class="tools">
          <select
            aria-label="Period"
            value={minutes}
            onChange={(event) => setQuery({ minutes: event.currentTarget.value })}
          >
            {Object.entries(periods).map(([value, text]) => (
              <option key={value} value={value} selected={value === minutes}>
                {text}
              </option>
            ))}
          </select>
          <input
            type="text"
            role="searchbox"
            id="search"
            aria-label="Search"
            placeholder="Search  /"
            value={search}
            onInput={(event) => setQuery({ q: event.currentTarget.value })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={showsNoise}
              onChange={(event) => setQuery({ noise: event.currentTarget.checked ? '1' : undefined })}
            />{' '}
            leases and events
          </label>
          <button type="button" disabled={isLoading} onClick={() => setRound(round + 1)}>
            Read again
          </button>
          <span class="dim counter" role="status">
            {isLoading ? 'reading …' : count(found.length)}
          </span>
        </div>
      </header>
      {error !== undefined && <Problem error={error} />}
      {!changes && isLoading && <Loading />}
      {changes && shown.length === 0 && (
        <EmptyPage title={search ? 'No change matches.' : `Nothing changed within ${periods[minutes]}.`} />
      )}
      {unread.length > 0 && <Notice tone="warn">Not readable: {unread.join(', ')}.</Notice>}
      <Timeline moments={shown} chosen={chosen} onChoose={setChosen} />
      <ol class="changes">
        {shown.map((change) => (
          <ChangeItem
            key={change.key}
            change={change}
            isOpen={chosen === change.key}
            onToggle={() => setChosen(chosen === change.key ? '' : change.key)}
          />
        ))}
      </ol>
      {isCut && <p class="dim">Older changes are not shown: search, or choose a shorter period.</p>}
    </div>
  );
}

function ChangeItem({ change, isOpen, onToggle }: { change: Change; isOpen: boolean; onToggle: () => void }) {
  const { resource, type, object, revision, time } = change;
  const element = useRef<HTMLLIElement>(null);
  // The slider may have chosen it.
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={element}>
      <div class="change">
        <button
          type="button"
          class="plain"
          aria-expanded={isOpen}
          aria-label={`Show the change of ${object.metadata.name}`}
          onClick={onToggle}
        >
          {isOpen ? '▾' : '▸'}
        </button>
        <Chip tone={tones[type]}>{type.toLowerCase()}</Chip>
        <span class="dim kind">{resource.name}</span>
        <a class="target" href={href(objectSegments(resource, object.metadata))}>
          {object.metadata.namespace && `${object.metadata.namespace}/`}
          {object.metadata.name}
        </a>
        <span class="dim mono revision" title="Revision of the store">
          {String(revision)}
        </span>
        <span class="dim when">
          <Age time={time} />
        </span>
      </div>
      {isOpen && <ChangeDetails change={change} />}
    </li>
  );
}

function ChangeDetails({ change: { resource, type, object } }: { change: Change }) {
  const { value: previous, error } = useLoad(
    (signal) => versionBefore(resource, object, signal),
    [object.metadata.resourceVersion],
  );
  if (error !== undefined) return <Problem error={error} />;
  if (previous === undefined) return <Loading />;
  if (type === 'DELETED') return <DiffView before={withoutNoise(object)} after={undefined} />;
  const before = typeof previous === 'string' ? undefined : previous;
  return (
    <>
      <p>
        {writersSince(before, object).map((writer) => (
          <Chip key={writer}>{writer}</Chip>
        ))}
        {previous === 'compacted' && ' The version before has been compacted.'}
      </p>
      <DiffView before={before && withoutNoise(before)} after={withoutNoise(object)} />
    </>
  );
}

/** Newest first: revisions are those of the whole store. */
async function readChanges(signal: AbortSignal, showsNoise: boolean): Promise<KnownChanges> {
  const changes: Change[] = [];
  const unread: string[] = [];
  const watched = (resources.value ?? []).filter(
    ({ verbs, name }) => verbs.has('watch') && verbs.has('list') && (showsNoise || !noisy.has(name)),
  );
  await forEachConcurrently(watched, async (resource) => {
    const events = await pastEvents(resource, '1', signal).catch(() => {
      unread.push(resource.name);
      return [];
    });
    for (const { type, object } of events) {
      const revision = BigInt(object.metadata.resourceVersion || '0');
      const key = `${resource.group}/${resource.name} ${revision} ${object.metadata.uid}`;
      changes.push({ key, resource, type, object, revision, time: writtenAt(object) });
    }
  });
  const ordered = changes.sort((a, b) => (a.revision < b.revision ? -1 : 1));
  return { changes: withTimes(ordered).toReversed(), unread };
}

/** Not every object knows when it was changed or deleted: it was not before the change of an earlier revision. */
function withTimes(changes: readonly Change[]): readonly Change[] {
  let latest = '';
  return changes.map((change) => {
    if ((change.time ?? '') > latest) latest = change.time!;
    return { ...change, time: latest || undefined };
  });
}

/** The events since a revision, or since the oldest one that the server has. */
async function pastEvents(
  resource: Resource,
  resourceVersion: string,
  signal: AbortSignal,
): Promise<readonly WatchEvent<KubeObject>[]> {
  const ending = new AbortController();
  signal.addEventListener('abort', () => ending.abort());
  const path = withQuery(pathOf(resource), { watch: 1, resourceVersion, timeoutSeconds: 5 });
  const events: WatchEvent<KubeObject>[] = [];
  let oldest: string | undefined;
  try {
    const begin = performance.now();
    const response = await request(path, { signal: ending.signal, isLongRunning: true });
    const quiet = Math.max(quietMilliseconds, quietResponses * (performance.now() - begin));
    await readUntilQuiet(response, { ending, quiet }, (event) => {
      if (event.type === 'ERROR') oldest = oldestOf(event.object);
      else if (event.type !== 'BOOKMARK') events.push(event);
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 410) throw error;
    oldest = oldestOf(error.status);
  }
  return oldest !== undefined && oldest !== resourceVersion ? pastEvents(resource, oldest, signal) : events;
}

/** `too old resource version: 1 (4711)` */
function oldestOf(status: unknown): string | undefined {
  return /too old resource version: \d+ \((\d+)\)/.exec((status as { message?: string }).message ?? '')?.[1];
}

async function readUntilQuiet(
  response: Response,
  { ending, quiet }: { ending: AbortController; quiet: number },
  onEvent: (event: WatchEvent<KubeObject>) => void,
): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  // In two halves: if this thread was busy, what has arrived meanwhile is read between them.
  const wait = () =>
    setTimeout(() => {
      timer = setTimeout(() => ending.abort(), quiet / 2);
    }, quiet / 2);
  let timer = wait();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = wait();
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') onEvent(parseJson<WatchEvent<KubeObject>>(line));
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}
