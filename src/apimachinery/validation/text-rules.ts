// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (v1.36)

/** A rule for a text: returns the problems in Kubernetes' words; none if it is valid. */
export type TextRule = (text: string) => readonly string[];

export const noProblems: readonly string[] = [];

export const mustNotBeEmpty = 'must be non-empty';

/** Kubernetes always counts bytes; older rules call them characters. */
export function maxLengthProblem(length: number, unit: 'characters' | 'bytes'): string {
  return `must be no more than ${length} ${unit}`;
}

export function rangeProblem(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

export interface Pattern {
  /** The pattern as shown; the whole value must match it. */
  readonly source: string;
  readonly regExp: RegExp;
  readonly problem: string;
}

/** Sources must mean the same in RE2 and JavaScript, and match in linear time. */
export function pattern(source: string, explanation: string, examples: readonly string[]): Pattern {
  const used = `regex used for validation is '${source}'`;
  const shown = examples.length > 0 ? `e.g. ${examples.map((example) => `'${example}', `).join(' or ')}${used}` : used;
  return { source, regExp: new RegExp(`^(?:${source})$`), problem: `${explanation} (${shown})` };
}

export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

export interface LengthLimit {
  readonly max: number;
  readonly unit: 'characters' | 'bytes';
}

/** A rule with one pattern and, optionally, a length. Matching text is ASCII, so valid values need no byte count. */
export function patternRule({ regExp, problem }: Pattern, limit?: LengthLimit): TextRule {
  return (text) => {
    const matches = regExp.test(text);
    const length = limit === undefined || matches ? text.length : byteLength(text);
    const fits = limit === undefined || length <= limit.max;
    if (matches && fits) return noProblems;
    return [...(fits ? [] : [maxLengthProblem(limit.max, limit.unit)]), ...(matches ? [] : [problem])];
  };
}
