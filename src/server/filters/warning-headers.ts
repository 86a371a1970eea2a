/** Total size of warnings that clients can be expected to accept. */
const maxTotal = 4096;
/** Above the total, each warning is truncated to this length. */
const maxEach = 256;

/** The Warning headers of a response; empty if there are no valid warnings. */
export function warningHeaders(texts: readonly string[]): { warning?: string[] } {
  const told = texts.filter((text) => text !== '' && !/\p{Cc}/u.test(text));
  if (told.length === 0) return {};
  const fits = told.reduce((total, text) => total + [...text].length, 0) <= maxTotal;
  return { warning: (fits ? told : truncated(told)).map(headerOf) };
}

function truncated(texts: readonly string[]): string[] {
  const kept: string[] = [];
  let total = 0;
  for (const text of texts) {
    if (total >= maxTotal) break;
    const characters = [...text].slice(0, maxEach);
    total += characters.length;
    kept.push(characters.join(''));
  }
  return kept;
}

/** Header values are bytes: non-ASCII text is sent as UTF-8. */
function headerOf(text: string): string {
  const header = `299 - "${text.replace(/[\\"]/g, '\\$&')}"`;
  return Buffer.from(header).toString('latin1');
}
