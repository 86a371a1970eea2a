// Follows vendor/github.com/google/cel-go/common/error.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/errors.go (v1.36)

/** A problem in the text of an expression. */
export interface CelIssue {
  /** One-based. */
  readonly line: number;
  /** One-based, in code points. */
  readonly column: number;
  readonly message: string;
}

/** An expression that does not parse. The message shows each issue with its line and a caret, as cel-go does. */
export class CelSyntaxError extends Error {
  override readonly name = 'CelSyntaxError';
  readonly issues: readonly CelIssue[];

  constructor(source: string, issues: readonly CelIssue[]) {
    super(renderIssues(source, issues));
    this.issues = issues;
  }
}

/** An expression that parses but does not type-check. */
export class CelTypeError extends Error {
  override readonly name = 'CelTypeError';
  readonly issues: readonly CelIssue[];

  constructor(source: string, issues: readonly CelIssue[]) {
    super(renderIssues(source, issues));
    this.issues = issues;
  }
}

const MAX_ISSUES = 100;
/** Longer lines are not shown, as in cel-go. */
const MAX_SNIPPET_LENGTH = 16_384;

/** Collects the issues of one source text. */
export class Issues {
  readonly source: string;
  readonly #issues: CelIssue[] = [];

  constructor(source: string) {
    this.source = source;
  }

  add(offset: number, message: string): void {
    if (!this.isFull) this.#issues.push({ ...position(this.source, offset), message });
  }

  get count(): number {
    return this.#issues.length;
  }

  /** Whether further issues are dropped. */
  get isFull(): boolean {
    return this.#issues.length >= MAX_ISSUES;
  }

  /** Sorted by position. */
  list(): readonly CelIssue[] {
    return this.#issues.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }
}

function position(source: string, offset: number): { line: number; column: number } {
  let [line, lineStart] = [1, 0];
  for (let next = source.indexOf('\n'); next >= 0 && next < offset; next = source.indexOf('\n', lineStart)) {
    line++;
    lineStart = next + 1;
  }
  return { line, column: Array.from(source.slice(lineStart, offset)).length + 1 };
}

function renderIssues(source: string, issues: readonly CelIssue[]): string {
  // An empty source has no first column.
  if (source === '') return issues.map(({ message }) => `ERROR: <input>:1:0: ${message}`).join('\n');
  const lines = source.split('\n');
  return issues.map((issue) => renderIssue(lines[issue.line - 1] ?? '', issue)).join('\n');
}

function renderIssue(text: string, { line, column, message }: CelIssue): string {
  const head = `ERROR: <input>:${line}:${column}: ${message}`;
  if (text.length > MAX_SNIPPET_LENGTH) return head;
  const characters = Array.from(text.replaceAll('\t', ' '));
  const dots = characters.slice(0, column - 1).map((character) => (isWide(character) ? '．' : '.'));
  const caret = isWide(characters[column - 1] ?? '') ? '＾' : '^';
  return `${head}\n | ${characters.join('')}\n | ${dots.join('')}${caret}`;
}

/** cel-go marks non-ASCII characters with wide characters. */
function isWide(character: string): boolean {
  return character > '\x7f';
}
