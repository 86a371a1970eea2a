/** Header values are bytes: returns the text as Node sends UTF-8, a character for each byte. */
export function headerBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Node decodes headers as Latin-1. Returns the text as UTF-8 if it is valid UTF-8, as user names are. */
export function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  const text = Buffer.from(value, 'latin1').toString();
  return text.includes('\ufffd') ? value : text;
}
