// Follows staging/src/k8s.io/apiserver/pkg/authentication/token/tokenfile/tokenfile.go (v1.36)

/**
 * Parses comma-separated values: quoted fields may contain commas, line breaks and doubled quotes. Empty lines are
 * skipped.
 */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = readField(text, at);
    fields.push(value);
    if (text[end] === ',') {
      at = end + 1;
      if (at < text.length) continue;
      fields.push('');
    }
    if (fields.length > 1 || fields[0] !== '') records.push(fields);
    fields = [];
    at = text[end] === '\r' ? end + 2 : end + 1;
  }
  return records;
}

/** Returns one field and its end: a comma, a line break, or the end of the text. */
function readField(text: string, begin: number): { value: string; end: number } {
  if (text[begin] !== '"') return readBare(text, begin);
  let value = '';
  for (let at = begin + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new Error(`line ${lineOf(text, begin)}: a quoted value does not end`);
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: checkedEnd(text, quote + 1) };
    value += '"';
    at = quote + 2;
  }
}

function readBare(text: string, begin: number): { value: string; end: number } {
  let end = begin;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++;
  if (text[end] === '\n' && text[end - 1] === '\r' && end > begin) end--;
  const value = text.slice(begin, end);
  if (value.includes('"')) throw new Error(`line ${lineOf(text, begin)}: a quote within a value that is not quoted`);
  return { value, end };
}

function checkedEnd(text: string, end: number): number {
  if (end >= text.length || /^(?:,|\r?\n)/.test(text.slice(end, end + 2))) return end;
  throw new Error(`line ${lineOf(text, end)}: something follows a quoted value`);
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
