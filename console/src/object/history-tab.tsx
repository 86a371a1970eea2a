import { useEffect, useState } from 'preact/hooks';
import { ApiError, get, itemsOf, type KubeObject, type List, withQuery } from '../api/client.ts';
import { pathOf, type Resource } from '../api/discovery.ts';
import { Age, Chip, Loading, Notice, Problem } from '../ui/parts.tsx';
import { DiffView } from '../yaml/diff-view.tsx';
import { withoutNoise, writersSince, writtenAt } from './versions.ts';

const maxVersions = 200;

interface History {
  /** Newest first. */
  readonly versions: readonly KubeObject[];
  readonly end: 'reading' | 'created' | 'compacted' | 'many';
}

/** The versions of an object that the store still has. */
export function HistoryTab({ resource, object }: { resource: Resource; object: KubeObject }) {
  const [history, setHistory] = useState<History>({ versions: [object], end: 'reading' });
  const [error, setError] = useState<unknown>(undefined);
  const [chosen, setChosen] = useState(0);
  const { resourceVersion } = object.metadata;
  useEffect(() => {
    const ending = new AbortController();
    readVersions(resource, object, { signal: ending.signal, onProgress: setHistory }).catch(
      (problem) => !ending.signal.aborted && setError(problem),
    );
    return () => ending.abort();
  }, [resource, resourceVersion]);
  const { versions, end } = history;
  const index = Math.min(chosen, versions.length - 1);
  const version = versions[index]!;
  const previous = versions[index + 1];
  return (
    <div>
      {error !== undefined && <Problem error={error} />}
      {(versions.length > 1 || end === 'reading') && (
        <div class="slider">
          <span class="dim">older</span>
          <input
            type="range"
            aria-label="Version"
            min={0}
            max={versions.length - 1}
            value={versions.length - 1 - index}
            onInput={(event) => setChosen(versions.length - 1 - Number(event.currentTarget.value))}
          />
          <span class="dim">newer</span>
          <span>
            {versions.length - index} of {versions.length}
          </span>
        </div>
      )}
      <p>
        Version <code>{version.metadata.resourceVersion}</code>, <Age time={writtenAt(version)} /> ago{' '}
        {writersSince(previous, version).map((writer) => (
          <Chip key={writer}>{writer}</Chip>
        ))}
      </p>
      {previous && <DiffView before={withoutNoise(previous)} after={withoutNoise(version)} />}
      {!previous && end === 'created' && <DiffView before={undefined} after={withoutNoise(version)} />}
      {end === 'reading' && <Loading />}
      {end === 'created' && index === versions.length - 1 && (
        <Notice tone="info">The object was created with this version.</Notice>
      )}
      {end === 'compacted' && <Notice tone="info">The store has compacted earlier versions.</Notice>}
      {end === 'many' && <Notice tone="info">Earlier versions are not shown.</Notice>}
    </div>
  );
}

/**
 * Goes back through the versions of an object: the list of the revision before a version has the one that it replaced.
 * Works with any server, as long as its store has not been compacted.
 */
async function readVersions(
  resource: Resource,
  object: KubeObject,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (history: History) => void },
): Promise<void> {
  const versions = [object];
  while (versions.length < maxVersions) {
    const previous = await versionBefore(resource, versions.at(-1)!, signal);
    if (signal.aborted) return;
    if (typeof previous === 'string') {
      onProgress({ versions, end: previous });
      return;
    }
    versions.push(previous);
    onProgress({ versions: [...versions], end: 'reading' });
  }
  onProgress({ versions, end: 'many' });
}

export async function versionBefore(
  resource: Resource,
  object: KubeObject,
  signal?: AbortSignal,
): Promise<KubeObject | 'created' | 'compacted'> {
  const { name, namespace, resourceVersion = '0', uid } = object.metadata;
  const before = BigInt(resourceVersion) - 1n;
  if (before <= 0n) return 'created';
  const path = withQuery(pathOf(resource, { namespace }), {
    fieldSelector: `metadata.name=${name}`,
    resourceVersion: String(before),
    resourceVersionMatch: 'Exact',
  });
  try {
    const [found] = itemsOf(await get<List>(path, { signal }));
    if (!found || found.metadata.uid !== uid) return 'created';
    return { ...found, apiVersion: object.apiVersion, kind: object.kind };
  } catch (error) {
    if (error instanceof ApiError && error.code === 410) return 'compacted';
    throw error;
  }
}
