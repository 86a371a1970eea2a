import { useMemo, useState } from 'preact/hooks';
import type { KubeObject } from '../api/client.ts';
import { fieldOwners, type Owner, pathKey } from './field-owners.ts';
import { presentable } from './presentable.ts';
import { type YamlLine, yamlLines } from './yaml-lines.ts';

/** What says nothing about the object itself is folded at first. */
const foldedAtFirst: readonly string[] = [
  pathKey(['metadata', 'managedFields']),
  pathKey(['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration']),
];

/** An object as YAML that can be folded. */
export function YamlView({ object, showsOwners }: { object: KubeObject; showsOwners: boolean }) {
  const lines = useMemo(() => yamlLines(presentable(object)), [object]);
  const owners = useMemo(() => (showsOwners ? fieldOwners(object) : undefined), [object, showsOwners]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set(foldedAtFirst));
  const toggle = (key: string) => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    setFolded(next);
  };
  const shown: { line: YamlLine; number: number; isFolded: boolean }[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const isFolded = line.children > 0 && folded.has(pathKey(line.path));
    shown.push({ line, number: index + 1, isFolded });
    if (isFolded) index += line.children;
  }
  return (
    <div class="yaml" role="region" aria-label="YAML" tabIndex={0}>
      {shown.map(({ line, number, isFolded }) => (
        <div class="yaml-line" key={`${number}`}>
          {line.children > 0 ? (
            <button
              type="button"
              class="fold"
              aria-expanded={!isFolded}
              aria-label={`Fold ${line.key ?? 'item'}`}
              onClick={() => toggle(pathKey(line.path))}
            >
              {isFolded ? '▸' : '▾'}
            </button>
          ) : (
            <span class="fold" />
          )}
          <code>
            <LineText line={line} />
            {isFolded && <span class="dim"> … {line.children === 1 ? '1 line' : `${line.children} lines`}</span>}
          </code>
          {owners && <Owners owners={owners.get(pathKey(line.path))} />}
        </div>
      ))}
    </div>
  );
}

function LineText({ line: { indent, key, value, kind } }: { line: YamlLine }) {
  return (
    <>
      {indent}
      {key !== undefined && (
        <>
          <span class="y-key">{key}</span>:{value !== undefined && ' '}
        </>
      )}
      {value !== undefined && <span class={`y-${kind}`}>{value}</span>}
    </>
  );
}

function Owners({ owners = [] }: { owners: readonly Owner[] | undefined }) {
  return (
    <span class="owners">
      {owners.map(({ manager, operation, subresource, time }) => (
        <span
          class="owner"
          key={`${manager}${operation}${subresource}`}
          title={`${operation}${subresource && ` of ${subresource}`}, ${time}`}
        >
          {manager}
          {operation === 'Apply' && ' ⟵ apply'}
        </span>
      ))}
    </span>
  );
}
