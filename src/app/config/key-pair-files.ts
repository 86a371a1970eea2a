export interface KeyPairFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** From two flags that belong together; undefined: they are unset. */
export function keyPairFiles(certificateFile: string, keyFile: string): KeyPairFiles | undefined {
  return certificateFile === '' ? undefined : { certificateFile, keyFile };
}
