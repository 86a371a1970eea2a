import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, get, itemsOf, type KubeObject, type List, request } from '../api/client.ts';
import { findResource } from '../api/discovery.ts';
import { href, objectSegments } from '../route.ts';
import { count } from '../ui/format.ts';
import { announce } from '../ui/keyboard.ts';
import { useLoad } from '../ui/load.ts';
import { Chip, Problem, Section } from '../ui/parts.tsx';
import { type Metrics, parseMetrics } from './metrics.ts';
import { formatValue, Plot, type Reading } from './plot.tsx';
import { metricNames, objectCount, plots, type Values } from './server-series.ts';

const intervalMilliseconds = 2_000;
/** The first two readings, which make a rate. */
const firstMilliseconds = 500;
/** Five minutes. */
const maxReadings = 150;

interface State {
  readonly readings: readonly (readonly Reading[])[];
  readonly last: { readonly metrics: Metrics; readonly time: number } | undefined;
}

/** The server itself: whether it is healthy, and what it does now. */
export function ServerPage(_: { segments: readonly string[] }) {
  useEffect(() => announce('Server'), []);
  const { state, error } = useMetrics();
  const version = useLoad(() => get<Record<string, string>>('version'), []);
  const revision = useLoad(
    async () => (await get<List>('api/v1/namespaces?limit=1')).metadata.resourceVersion,
    [state.last?.time],
  );
  const objects = state.last && objectCount(state.last.metrics);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Server</h1>
      </header>
      <dl class="cards">
        <Card name="Version" detail={`${version.value?.['platform'] ?? ''} ${version.value?.['goVersion'] ?? ''}`}>
          {version.value?.['gitVersion'] ?? '–'}
        </Card>
        <Card name="Objects" detail={`revision ${revision.value ?? '–'}`}>
          {objects === undefined ? '–' : count(objects)}
        </Card>
        <Card name="Requests" detail="per second">
          {formatValue(total(latest(state, 'Requests by verb')), '/s')}
        </Card>
        <Card name="Latency" detail="99th percentile">
          {formatValue(latest(state, 'Latency')['p99'], 'ms')}
        </Card>
        <Card name="Memory" detail="resident">
          {formatValue(latest(state, 'Memory')['resident'], 'bytes')}
        </Card>
      </dl>
      <div class="health">
        <Health name="livez" />
        <Health name="readyz" />
      </div>
      {error !== undefined && <Problem error={error} />}
      <div class="plots">
        {plots.map((definition, index) => (
          <Plot key={definition.title} definition={definition} readings={state.readings[index] ?? []} />
        ))}
      </div>
      <ApiServices />
    </div>
  );
}

function Card({ name, detail, children }: { name: string; detail: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{children}</b>
        <span class="dim">{detail}</span>
      </dd>
    </div>
  );
}

function latest({ readings }: State, title: string): Values {
  return readings[plots.findIndex((plot) => plot.title === title)]?.at(-1)?.values ?? {};
}

function total(values: Values): number | undefined {
  const all = Object.values(values);
  return all.length === 0 ? undefined : all.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** Reads the metrics while the page is visible. */
function useMetrics(): { state: State; error: unknown } {
  const [state, setState] = useState<State>({ readings: [], last: undefined });
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readings = 0;
    const read = async () => {
      try {
        if (!document.hidden) {
          const text = await (await request('metrics', { accept: 'text/plain', signal: ending.signal })).text();
          const metrics = parseMetrics(text, metricNames);
          const time = Date.now();
          setState((before) => advanced(before, { metrics, time }));
          setError(undefined);
        }
      } catch (problem) {
        if (ending.signal.aborted) return;
        setError(problem);
        if (problem instanceof ApiError && problem.code === 403) return;
      }
      readings++;
      timer = setTimeout(read, readings < 3 ? firstMilliseconds : intervalMilliseconds);
    };
    void read();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, []);
  return { state, error };
}

function advanced({ readings, last }: State, now: NonNullable<State['last']>): State {
  if (!last) return { readings, last: now };
  const seconds = (now.time - last.time) / 1000;
  const next = plots.map(({ valuesOf }, index) => {
    const reading = { time: now.time, values: valuesOf(last.metrics, now.metrics, seconds) };
    return [...(readings[index] ?? []), reading].slice(-maxReadings);
  });
  return { readings: next, last: now };
}

interface Check {
  readonly name: string;
  readonly isHealthy: boolean;
  readonly text: string;
}

async function readChecks(name: string): Promise<Check[]> {
  const text = await request(`${name}?verbose`, { accept: 'text/plain' }).then(
    (response) => response.text(),
    // An unhealthy server responds with 500, and the same list.
    (error) => (error instanceof ApiError && error.code === 500 ? error.message : Promise.reject(error)),
  );
  return [...text.matchAll(/^\[([+-])\](\S+) (.*)$/gm)].map(([, sign, check = '', rest = '']) => ({
    name: check,
    isHealthy: sign === '+',
    text: rest,
  }));
}

function Health({ name }: { name: string }) {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), 5_000);
    return () => clearInterval(timer);
  }, []);
  const { value: checks, error } = useLoad(() => readChecks(name), [name, round]);
  const failed = (checks ?? []).filter(({ isHealthy }) => !isHealthy);
  return (
    <details>
      <summary>
        <b>{name}</b>{' '}
        {checks && (
          <Chip tone={failed.length === 0 ? 'good' : 'bad'}>
            {failed.length === 0 ? `${checks.length} checks pass` : failed.map((check) => check.name).join(', ')}
          </Chip>
        )}
        {error !== undefined && <Chip tone="bad">no response</Chip>}
      </summary>
      <ul class="checks">
        {(checks ?? []).map((check) => (
          <li key={check.name}>
            <Chip tone={check.isHealthy ? 'good' : 'bad'}>{check.isHealthy ? 'ok' : 'fails'}</Chip> {check.name}{' '}
            {check.text !== 'ok' && <span class="dim">{check.text}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ApiService extends KubeObject {
  readonly spec: {
    readonly group?: string;
    readonly version: string;
    readonly service?: { namespace: string; name: string };
  };
  readonly status?: {
    readonly conditions?: readonly { type: string; status: string; reason?: string; message?: string }[];
  };
}

function ApiServices() {
  const { value: services, error } = useLoad(
    async () => itemsOf(await get<List<ApiService>>('apis/apiregistration.k8s.io/v1/apiservices')),
    [],
  );
  const resource = findResource('apiregistration.k8s.io', 'apiservices');
  const ordered = [...(services ?? [])].sort(
    (a, b) => Number(b.spec.service !== undefined) - Number(a.spec.service !== undefined),
  );
  return (
    <Section title="APIServices">
      {error !== undefined && <Problem error={error} />}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="APIServices">
        <table class="list">
          <thead>
            <tr>
              <th>Name</th>
              <th>Served by</th>
              <th>Available</th>
              <th>Reason</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((service) => {
              const available = service.status?.conditions?.find(({ type }) => type === 'Available');
              return (
                <tr key={service.metadata.name}>
                  <td>
                    {resource ? (
                      <a href={href(objectSegments(resource, service.metadata))}>{service.metadata.name}</a>
                    ) : (
                      service.metadata.name
                    )}
                  </td>
                  <td>
                    {service.spec.service ? (
                      `${service.spec.service.namespace}/${service.spec.service.name}`
                    ) : (
                      <span class="dim">this server</span>
                    )}
                  </td>
                  <td>
                    {available && <Chip tone={available.status === 'True' ? 'good' : 'bad'}>{available.status}</Chip>}
                  </td>
                  <td class="dim">{available?.status === 'True' ? available.reason : available?.message}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
