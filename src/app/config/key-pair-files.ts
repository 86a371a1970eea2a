export interface KeyPairFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Of two flags that go together; undefined: they are not given. */
export function keyPairFiles(certificateFile: string, keyFile: string): KeyPairFiles | undefined {
  return certificateFile === '' ? undefined : { certificateFile, keyFile };
}
