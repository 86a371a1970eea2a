import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { KubeObject } from '../api/client.ts';

/** An error of syntax, with its place. */
export class YamlProblem extends Error {
  /** From 0. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Throws `YamlProblem` if the text is not one YAML object. */
export function parseYaml(text: string): KubeObject {
  let value: unknown;
  try {
    value = load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason = error.message, mark } = error as { reason?: string; message: string; mark?: { line?: number } };
    throw new YamlProblem(reason, mark?.line ?? 0);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new YamlProblem('an object is expected', 0);
  return value as KubeObject;
}
