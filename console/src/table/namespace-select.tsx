import { get, itemsOf, type List } from '../api/client.ts';
import { namespace, setQuery } from '../route.ts';
import { useLoad } from '../ui/load.ts';

/** A list to choose from; a text, for users who may not list namespaces. */
export function NamespaceSelect() {
  const { value: names, error } = useLoad(async (signal) => {
    const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';
    const list = await get<List>('api/v1/namespaces?limit=5000', { accept, signal });
    return itemsOf(list).map(({ metadata }) => metadata.name);
  }, []);
  const set = (text: string) => setQuery({ ns: text });
  if (error) {
    return (
      <input
        aria-label="Namespace"
        class="selector"
        placeholder="namespace"
        value={namespace.value}
        onChange={(event) => set(event.currentTarget.value.trim())}
      />
    );
  }
  const all = new Set([...(names ?? []), ...(namespace.value ? [namespace.value] : [])]);
  return (
    <select aria-label="Namespace" value={namespace.value} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">all namespaces</option>
      {[...all].map((name) => (
        <option key={name} value={name} selected={name === namespace.value}>
          {name}
        </option>
      ))}
    </select>
  );
}
