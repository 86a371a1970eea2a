import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { KubeObject } from '../api/client.ts';
import { findResource, type Resource } from '../api/discovery.ts';
import { href, namespace, objectSegments, route, setQuery, tableSegments } from '../route.ts';
import { announce, onKey } from '../ui/keyboard.ts';
import { Chip, Loading, Missing, Problem } from '../ui/parts.tsx';
import { presentable } from '../yaml/presentable.ts';
import { toYaml } from '../yaml/yaml-lines.ts';
import { YamlView } from '../yaml/yaml-view.tsx';
import { Actions } from './actions.tsx';
import { EditTab } from './edit-tab.tsx';
import { ExecTab } from './exec-tab.tsx';
import { GraphTab } from './graph-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LiveObject } from './live-object.ts';
import { LogsTab } from './logs-tab.tsx';
import { SidePanel } from './side-panel.tsx';

/** One object: its YAML, state, relatives and history, and what can be done with it. */
export function ObjectPage({
  segments: [group = '', plural = '', scope = '_', name = ''],
}: {
  segments: readonly string[];
}) {
  const resource = findResource(group === 'core' ? '' : group, plural);
  const objectNamespace = scope === '_' ? '' : scope;
  const live = useMemo(
    () => resource && new LiveObject(resource, { namespace: objectNamespace, name }),
    [resource, objectNamespace, name],
  );
  useEffect(() => {
    void live?.run();
    return () => live?.close();
  }, [live]);
  useEffect(() => announce(`${plural}/${name}`), [plural, name]);
  const tab = route.value.query.get('tab') ?? '';
  const setTab = (next: string) => setQuery({ tab: next });
  useLayoutEffect(
    () =>
      onKey({
        e: () => setTab('edit'),
        Escape: () => {
          if (resource) location.hash = href(tableSegments(resource), { ns: namespace.value });
        },
      }),
    [resource],
  );
  if (!resource || !live)
    return (
      <Missing>
        The server has no resource {plural} in group {group}.
      </Missing>
    );
  const object = live.object.value;
  const error = live.error.value;
  return (
    <div class="page">
      <nav class="crumbs" aria-label="Place">
        <a href={href(tableSegments(resource), { ns: namespace.value })}>{resource.name}</a>
        {objectNamespace && (
          <>
            {' '}
            / <a href={href(tableSegments(resource), { ns: objectNamespace })}>{objectNamespace}</a>
          </>
        )}
      </nav>
      <header class="page-head">
        <h1>
          {name} <span class="dim">{resource.kind}</span>
        </h1>
        {live.isDeleted.value && <Chip tone="bad">deleted</Chip>}
        {object?.metadata.deletionTimestamp && !live.isDeleted.value && <Chip tone="warn">being deleted</Chip>}
        <span class="grow" />
        {object && !live.isDeleted.value && (
          <Actions resource={resource} object={object} onEdit={() => setTab('edit')} />
        )}
      </header>
      {(object || !error) && <Tabs tabs={tabsOf(resource)} current={tab} onChange={setTab} />}
      {error !== undefined && <Problem error={error} />}
      {error !== undefined && !object && (
        <p>
          <a href={href(tableSegments(resource), { ns: objectNamespace })}>
            Show the {resource.name}
            {objectNamespace && ` in ${objectNamespace}`}
          </a>
        </p>
      )}
      {object ? <Tab tab={tab} resource={resource} object={object} /> : error === undefined && <Loading />}
    </div>
  );
}

function tabsOf({ subresources, verbs }: Resource): [string, string][] {
  const tabs: [string, string][] = [['', 'Object']];
  if (verbs.has('update')) tabs.push(['edit', 'Edit']);
  tabs.push(['graph', 'Graph']);
  if (verbs.has('list')) tabs.push(['history', 'History']);
  if (subresources.has('log')) tabs.push(['logs', 'Logs']);
  if (subresources.has('exec')) tabs.push(['exec', 'Exec']);
  return tabs;
}

function Tabs({
  tabs,
  current,
  onChange,
}: {
  tabs: readonly [string, string][];
  current: string;
  onChange: (tab: string) => void;
}) {
  return (
    <div class="tabs" role="tablist">
      {tabs.map(([id, title]) => (
        <button type="button" role="tab" key={id} aria-selected={id === current} onClick={() => onChange(id)}>
          {title}
        </button>
      ))}
    </div>
  );
}

function Tab({ tab, resource, object }: { tab: string; resource: Resource; object: KubeObject }) {
  switch (tab) {
    case 'edit':
      return <EditTab resource={resource} object={object} />;
    case 'graph':
      return <GraphTab resource={resource} object={object} />;
    case 'history':
      return <HistoryTab resource={resource} object={object} />;
    case 'logs':
      return <LogsTab object={object} />;
    case 'exec':
      return <ExecTab object={object} />;
    default:
      return <ObjectTab object={object} />;
  }
}

function ObjectTab({ object }: { object: KubeObject }) {
  const showsOwners = route.value.query.get('owners') === '1';
  return (
    <div class="columns">
      <div class="main-column">
        <div class="tools">
          <label class="check">
            <input
              type="checkbox"
              checked={showsOwners}
              onChange={(event) => setQuery({ owners: event.currentTarget.checked ? '1' : undefined })}
            />{' '}
            who owns each field
          </label>
          <span class="grow" />
          <CopyButton object={object} />
        </div>
        <YamlView object={object} showsOwners={showsOwners} />
      </div>
      <SidePanel object={object} />
    </div>
  );
}

/** Copies the YAML without managed fields, as `kubectl get -o yaml` prints it. */
function CopyButton({ object }: { object: KubeObject }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const { managedFields: _, ...metadata } = object.metadata;
    await navigator.clipboard.writeText(toYaml(presentable({ ...object, metadata })));
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}

export function objectHref(resource: Resource, object: { namespace?: string | undefined; name: string }): string {
  return href(objectSegments(resource, object), { ns: namespace.value });
}
