/** Headers are read as bytes of which each is a character: the text where they are one in UTF-8, as names of users are. */
export function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  const text = Buffer.from(value, 'latin1').toString();
  return text.includes('\ufffd') ? value : text;
}
