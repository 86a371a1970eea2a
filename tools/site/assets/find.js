/** The sections that have all words, those with them in the title first. */
export function find(sections, query, most = 20) {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const scored = sections.flatMap((section) => {
    const [title, text] = [section.title.toLowerCase(), section.text.toLowerCase()];
    if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
    return [{ section, score: words.filter((word) => title.includes(word)).length }];
  });
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ section }) => section);
}
