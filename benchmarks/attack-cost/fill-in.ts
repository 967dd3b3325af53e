/**
 * Puts a text between `<!-- name: … -->` and `<!-- /name -->`, or in MDX between `{/* name: … *\/}` and `{/* /name *\/}`, which stay.
 * Throws where the place is missing or is there more than once, so that a table never silently stays old.
 */
export function fillIn(document: string, name: string, text: string): string {
  const [begin, end] = [
    `(?:<!-- ${name}:[^>]*-->|\\{/\\* ${name}:[^}]*\\*/\\})\\n`,
    `(?:<!-- /${name} -->|\\{/\\* /${name} \\*/\\})`,
  ]
  const place = new RegExp(`(${begin})[\\s\\S]*?(${end})`, 'gu')
  const found = document.match(place)?.length ?? 0
  if (found !== 1) throw new Error(`${found} places for ${name}`)
  return document.replace(place, (_all, first: string, last: string) => `${first}\n${text}\n\n${last}`)
}
