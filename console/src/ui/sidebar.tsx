import { useSignal } from '@preact/signals';
import { type Resource, resources } from '../api/discovery.ts';
import { pages } from '../pages/page-list.ts';
import { href, namespace, route, tableSegments } from '../route.ts';
import { groupTitle } from './format.ts';
import { Icon, type IconName } from './icon.tsx';

/** Groups of Kubernetes that people look at daily; custom ones come next, and the others are folded. */
const first = ['', 'apps', 'batch'];

export function isBuiltIn(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

function rankOf(group: string): number {
  const index = first.indexOf(group);
  if (index >= 0) return index;
  return isBuiltIn(group) ? 5 : 4;
}

function grouped(): [string, Resource[]][] {
  const groups = new Map<string, Resource[]>();
  for (const resource of resources.value ?? []) {
    if (!resource.verbs.has('list')) continue;
    const list = groups.get(resource.group) ?? [];
    list.push(resource);
    groups.set(resource.group, list);
  }
  for (const list of groups.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...groups].sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}

export function Sidebar() {
  const [page = '', group = '', name = ''] = route.value.segments;
  const current = page === 'r' || page === 'o' ? `${group === 'core' ? '' : group}/${name}` : page;
  return (
    <nav class="sidebar" aria-label="Resources">
      <ul class="pages">
        {pages.map(({ title, segments }) => (
          <li key={title}>
            <Item title={title} icon={segments[0]} target={href(segments)} isCurrent={current === segments[0]} />
          </li>
        ))}
      </ul>
      {grouped().map(([of, list]) => (
        <Group key={of} group={of} list={list} current={current} />
      ))}
    </nav>
  );
}

function Group({ group, list, current }: { group: string; list: readonly Resource[]; current: string }) {
  const chosen = useSignal<boolean | undefined>(undefined);
  const hasCurrent = list.some((one) => `${one.group}/${one.name}` === current);
  const isOpen = chosen.value ?? (hasCurrent || rankOf(group) < 5);
  return (
    <details
      open={isOpen}
      onToggle={(event) => {
        chosen.value = event.currentTarget.open;
      }}
    >
      <summary title={group}>
        <span class="group-name">{groupTitle(group)}</span>
      </summary>
      <ul>
        {list.map((one) => (
          <li key={one.name}>
            <Item
              title={one.name}
              target={href(tableSegments(one), { ns: one.isNamespaced ? namespace.value : undefined })}
              isCurrent={`${one.group}/${one.name}` === current}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ItemProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly target: string;
  readonly isCurrent: boolean;
}

function Item({ title, icon, target, isCurrent }: ItemProps) {
  return (
    <a href={target} title={title} aria-current={isCurrent ? 'page' : undefined}>
      {icon && <Icon name={icon} />}
      {title}
    </a>
  );
}
