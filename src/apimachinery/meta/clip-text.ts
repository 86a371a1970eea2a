/**
 * Truncates a text that is too long and notes how much was omitted: for messages that quote client input. Never splits
 * a surrogate pair.
 */
export function clipText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength;
  return `${text.slice(0, end)}... (${text.length - end} more characters)`;
}
