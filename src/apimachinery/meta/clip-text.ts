/**
 * The beginning of a text that is longer than it may be, and how much was left out: for messages that show what a client
 * has sent. Never ends within a surrogate pair.
 */
export function clipText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength;
  return `${text.slice(0, end)}... (${text.length - end} more characters)`;
}
