import { useEffect, useRef, useState } from 'preact/hooks';
import { type KubeObject, request, withQuery } from '../api/client.ts';
import { pathOf } from '../api/discovery.ts';
import { Problem } from '../ui/parts.tsx';

interface Container {
  readonly name: string;
}

export function containersOf(pod: KubeObject): string[] {
  const { spec = {} } = pod as {
    spec?: { containers?: Container[]; initContainers?: Container[]; ephemeralContainers?: Container[] };
  };
  return [...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(
    ({ name }) => name,
  );
}

export const pods = { group: '', version: 'v1', name: 'pods' };
/** Older lines are dropped. */
const maxCharacters = 2_000_000;
const lineHeight = 18;

/** The log of a container, as it is written. */
export function LogsTab({ object }: { object: KubeObject }) {
  const containers = containersOf(object);
  const [container, setContainer] = useState(containers[0] ?? '');
  const [isPrevious, setPrevious] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const element = useRef<HTMLPreElement>(null);
  /** Whether the last line is visible: those that scroll up to read must not be moved. */
  const isAtEnd = useRef(true);
  useEffect(() => {
    const ending = new AbortController();
    setText('');
    setError(undefined);
    isAtEnd.current = true;
    const path = withQuery(pathOf(pods, { ...object.metadata, subresource: 'log' }), {
      container,
      follow: isPrevious ? undefined : 'true',
      previous: isPrevious ? 'true' : undefined,
      tailLines: 2_000,
    });
    void readLog(path, ending.signal, (chunk) => setText((before) => (before + chunk).slice(-maxCharacters))).catch(
      (problem) => !ending.signal.aborted && setError(problem),
    );
    return () => ending.abort();
  }, [object.metadata.uid, container, isPrevious]);
  useEffect(() => {
    if (isAtEnd.current) element.current?.scrollTo(0, element.current.scrollHeight);
  }, [text]);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: { currentTarget: HTMLElement }) => {
    isAtEnd.current = scrollTop + clientHeight > scrollHeight - lineHeight;
  };
  return (
    <>
      <div class="tools">
        <select aria-label="Container" value={container} onChange={(event) => setContainer(event.currentTarget.value)}>
          {containers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <label class="check">
          <input type="checkbox" checked={isPrevious} onChange={(event) => setPrevious(event.currentTarget.checked)} />{' '}
          of the previous container
        </label>
      </div>
      {error !== undefined && <Problem error={error} />}
      {(error === undefined || text !== '') && (
        <pre class="log" ref={element} tabIndex={0} aria-label="Log" onScroll={onScroll}>
          {text}
        </pre>
      )}
    </>
  );
}

async function readLog(path: string, signal: AbortSignal, onText: (text: string) => void): Promise<void> {
  const response = await request(path, { accept: '*/*', signal, isLongRunning: true });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onText(value);
  }
}
