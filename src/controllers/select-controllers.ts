// Follows staging/src/k8s.io/controller-manager/app/helper.go (v1.36)

/** As in kube-controller-manager, `*` does not select them. */
const disabledByDefault: ReadonlySet<string> = new Set(['bootstrap-signer-controller', 'token-cleaner-controller']);

/**
 * Whether `--controllers` selects a controller: `*` selects all, `foo` selects the one with that name, and `-foo` all
 * but that one. A name counts more than `*`, and the first that names the controller decides.
 */
export function isSelected(name: string, selection: readonly string[]): boolean {
  for (const selected of selection) {
    if (selected === name) return true;
    if (selected === `-${name}`) return false;
  }
  return selection.includes('*') && !disabledByDefault.has(name);
}

/** Returns the entries that name no controller. */
export function unknownNames(selection: readonly string[], names: readonly string[]): readonly string[] {
  return selection.filter((selected) => selected !== '*' && !names.includes(selected.replace(/^-/, '')));
}
