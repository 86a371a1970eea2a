// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go (v1.36)

import { isDeepStrictEqual } from 'node:util';
import { goQuote } from '../../apimachinery/meta/index.js';
import {
  type ConditionChange,
  type CustomResourceDefinition,
  type DefinitionNames,
  type DefinitionStatus,
  setCondition,
} from '../definition/index.js';
import type { NameRegistry, NameSpace } from './name-registry.js';

/**
 * Accepts the names that a definition wants, unless another one in its group has them: NamesAccepted. A definition
 * keeps an accepted name until it wants another one. Names that are accepted already are not checked again, even if the
 * condition is gone or says otherwise.
 */
export function decideNames(
  { spec, status }: CustomResourceDefinition,
  registry: NameRegistry,
  now: number,
): DefinitionStatus {
  const wanted = spec.names;
  const accepted = status.acceptedNames;
  if (isDeepStrictEqual(wanted, accepted)) return status;
  const conflicts: Conflict[] = [];
  const isFree = (space: NameSpace) => (name: string) => !registry.isTaken(spec.group, space, name);
  const choice = { wanted, accepted, conflicts };
  const acceptedNames = withoutAbsent({
    plural: choose('plural', choice, isFree('resources')) ?? '',
    singular: choose('singular', choice, isFree('resources')),
    shortNames: chooseShortNames(choice, isFree('resources')),
    kind: choose('kind', choice, isFree('kinds')) ?? '',
    listKind: choose('listKind', choice, isFree('kinds')),
    categories: wanted.categories,
  });
  return setCondition({ ...status, acceptedNames }, verdictOf(conflicts), now);
}

interface Conflict {
  readonly reason: string;
  readonly message: string;
}

interface Choice {
  readonly wanted: DefinitionNames;
  readonly accepted: DefinitionNames;
  readonly conflicts: Conflict[];
}

type IsFree = (name: string) => boolean;
type SingleName = 'plural' | 'singular' | 'kind' | 'listKind';

const reasons: Readonly<Record<SingleName, string>> = {
  plural: 'PluralConflict',
  singular: 'SingularConflict',
  kind: 'KindConflict',
  listKind: 'ListKindConflict',
};

function choose(field: SingleName, { wanted, accepted, conflicts }: Choice, isFree: IsFree): string | undefined {
  const [name = '', old = ''] = [wanted[field], accepted[field]];
  if (name === old || isFree(name)) return name || undefined;
  conflicts.push({ reason: reasons[field], message: inUse(name) });
  return old || undefined;
}

/** Accepts all short names or none. */
function chooseShortNames({ wanted, accepted, conflicts }: Choice, isFree: IsFree): readonly string[] | undefined {
  const own = new Set(accepted.shortNames);
  const taken = (wanted.shortNames ?? []).filter((name) => !own.has(name) && !isFree(name));
  if (taken.length === 0) return wanted.shortNames;
  const messages = [...new Set(taken)].map(inUse);
  const message = messages.length === 1 ? messages[0]! : `[${messages.join(', ')}]`;
  conflicts.push({ reason: 'ShortNamesConflict', message });
  return accepted.shortNames;
}

function inUse(name: string): string {
  return `${goQuote(name)} is already in use`;
}

/** Reports the last one of several conflicts. */
function verdictOf(conflicts: readonly Conflict[]): ConditionChange {
  const conflict = conflicts.at(-1);
  if (conflict) return { type: 'NamesAccepted', status: 'False', ...conflict };
  return { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
}

type Names = { [Name in keyof DefinitionNames]: DefinitionNames[Name] | undefined };

function withoutAbsent(names: Names): DefinitionNames {
  return Object.fromEntries(
    Object.entries(names).filter(([, value]) => value !== undefined),
  ) as unknown as DefinitionNames;
}
