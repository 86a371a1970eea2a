import { get, itemsOf, type KubeObject, type List } from '../api/client.ts';

interface Rule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

export interface Role extends KubeObject {
  readonly rules?: readonly Rule[] | null;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface Binding extends KubeObject {
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly Subject[] | null;
}

export interface Question {
  readonly verb: string;
  readonly group: string;
  /** With a subresource: `pods/log`. */
  readonly resource: string;
  readonly name: string;
  readonly namespace: string;
}

export interface Grant {
  readonly subject: Subject;
  readonly binding: Binding;
  readonly role: string;
}

const rbac = 'apis/rbac.authorization.k8s.io/v1';

/** Who may do something, by the roles and bindings of the cluster; other authorizers are not considered. */
export async function whoMay(question: Question): Promise<readonly Grant[]> {
  const read = async <Kind>(path: string) => itemsOf(await get<List<Kind>>(`${rbac}/${path}`));
  const scope = question.namespace ? `namespaces/${encodeURIComponent(question.namespace)}/` : '';
  const [clusterRoles, clusterBindings, roles, bindings] = await Promise.all([
    read<Role>('clusterroles'),
    read<Binding>('clusterrolebindings'),
    scope ? read<Role>(`${scope}roles`) : [],
    scope ? read<Binding>(`${scope}rolebindings`) : [],
  ]);
  const allowing = (list: readonly Role[]) =>
    new Set(
      list
        .filter(({ rules }) => (rules ?? []).some((rule) => allows(rule, question)))
        .map(({ metadata }) => metadata.name),
    );
  const allowed = { ClusterRole: allowing(clusterRoles), Role: allowing(roles) };
  return [...clusterBindings, ...bindings]
    .filter(({ roleRef }) => allowed[roleRef.kind as keyof typeof allowed]?.has(roleRef.name))
    .flatMap((binding) =>
      (binding.subjects ?? []).map((subject) => ({
        subject,
        binding,
        role: `${binding.roleRef.kind}/${binding.roleRef.name}`,
      })),
    );
}

export function allows(
  { verbs = [], apiGroups = [], resources = [], resourceNames = [] }: Rule,
  { verb, group, resource, name }: Question,
): boolean {
  const has = (list: readonly string[], value: string) => list.includes('*') || list.includes(value);
  const [, subresource] = resource.split('/');
  const hasResource = has(resources, resource) || (subresource !== undefined && resources.includes(`*/${subresource}`));
  return (
    has(verbs, verb) &&
    has(apiGroups, group) &&
    hasResource &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  );
}
