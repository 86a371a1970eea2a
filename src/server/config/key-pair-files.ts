export interface KeyPairFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** From two flags that belong together; undefined: they are unset. */
export function keyPairFiles(certificateFile: string, keyFile: string): KeyPairFiles | undefined {
  return certificateFile === '' ? undefined : { certificateFile, keyFile };
}

/** The problem if only one of two flags that belong together is set. */
export function unpairedFiles<Name extends string>(
  flags: Readonly<Record<Name, string>>,
  [certificate, key]: readonly [Name, Name],
): string[] {
  return (flags[certificate] === '') === (flags[key] === '') ? [] : [`--${certificate} and --${key} go together`];
}
