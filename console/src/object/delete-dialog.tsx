import { useState } from 'preact/hooks';
import { get, itemsOf, type KubeObject, type List, withQuery, write } from '../api/client.ts';
import { findResource, pathOf, type Resource, resources } from '../api/discovery.ts';
import { count } from '../ui/format.ts';
import { useLoad } from '../ui/load.ts';
import { Dialog, Loading, Notice, Problem } from '../ui/parts.tsx';
import { findRelatives, forEachConcurrently } from './relatives.ts';

const policies = {
  Background: 'Delete it now, and its dependents afterwards',
  Foreground: 'Delete its dependents first',
  Orphan: 'Keep its dependents',
} as const;

type Policy = keyof typeof policies;

export function DeleteDialog({
  resource,
  object,
  onClose,
}: {
  resource: Resource;
  object: KubeObject;
  onClose: () => void;
}) {
  const [policy, setPolicy] = useState<Policy>('Background');
  const [error, setError] = useState<unknown>(undefined);
  const consequences = useLoad((signal) => consequencesOf(resource, object, signal), [object.metadata.uid]);
  const remove = () => {
    // Not another object of the same name.
    const preconditions = { uid: object.metadata.uid };
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: policy, preconditions };
    write('DELETE', pathOf(resource, object.metadata), { body }).then(onClose, setError);
  };
  return (
    <Dialog title={`Delete ${resource.kind} ${object.metadata.name}?`} onClose={onClose}>
      {consequences.value === undefined && consequences.error === undefined && <Loading />}
      {consequences.error !== undefined && <Problem error={consequences.error} />}
      {consequences.value?.map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      {consequences.value?.length === 0 && <p>Nothing depends on it.</p>}
      <fieldset>
        <legend class="dim">Dependents</legend>
        {(Object.keys(policies) as Policy[]).map((name) => (
          <label class="check block" key={name}>
            <input type="radio" name="policy" checked={policy === name} onChange={() => setPolicy(name)} />{' '}
            {policies[name]}
          </label>
        ))}
      </fieldset>
      {error !== undefined && <Problem error={error} />}
      <footer>
        <button type="button" class="danger" onClick={remove}>
          Delete
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </footer>
    </Dialog>
  );
}

/** What else goes, or stands in the way. */
async function consequencesOf(resource: Resource, object: KubeObject, abort: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const { finalizers = [], uid } = object.metadata;
  if (finalizers.length > 0) found.push(`It stays until its finalizers are removed: ${finalizers.join(', ')}`);
  if (resource.group === '' && resource.name === 'namespaces')
    found.push(...(await contentOf(object.metadata.name, abort)));
  else if (resource.name === 'customresourcedefinitions') found.push(...(await instancesOf(object, abort)));
  else {
    const { nodes, edges } = await findRelatives(resource, object, abort);
    const below = new Set<string>();
    const add = (id: string) => {
      for (const [owner, child] of edges) {
        if (owner !== id || below.has(child)) continue;
        below.add(child);
        add(child);
      }
    };
    add(uid ?? '');
    const names = nodes.filter(({ id }) => below.has(id)).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    if (names.length > 0)
      found.push(`${count(names.length)} dependents: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : ''}`);
  }
  return found;
}

async function countOf(resource: Resource, namespace: string, abort: AbortSignal): Promise<number> {
  const page = await get<List>(withQuery(pathOf(resource, { namespace }), { limit: 1 }), { signal: abort });
  return itemsOf(page).length + (page.metadata.remainingItemCount ?? 0);
}

async function contentOf(namespace: string, abort: AbortSignal): Promise<string[]> {
  const counts: string[] = [];
  const within = (resources.value ?? []).filter(
    ({ isNamespaced, verbs }) => isNamespaced && verbs.has('list') && verbs.has('delete'),
  );
  await forEachConcurrently(within, async (one) => {
    const number = await countOf(one, namespace, abort).catch(() => 0);
    if (number > 0) counts.push(`${count(number)} ${one.name}`);
  });
  return counts.length > 0 ? [`Everything in the namespace is deleted: ${counts.sort().join(', ')}`] : [];
}

async function instancesOf(definition: KubeObject, abort: AbortSignal): Promise<string[]> {
  const { spec } = definition as unknown as { spec: { group: string; names: { plural: string } } };
  const resource = findResource(spec.group, spec.names.plural);
  const number = resource ? await countOf(resource, '', abort).catch(() => 0) : 0;
  return number > 0 ? [`All ${count(number)} ${spec.names.plural} are deleted with their definition`] : [];
}
