/**
 * Puts a text between `<!-- name: … -->` and `<!-- /name -->`, which stay. Throws where the place is missing or is there more
 * than once, so that a table never silently stays old.
 */
export function fillIn(document: string, name: string, text: string): string {
  const place = new RegExp(`(<!-- ${name}:[^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`, 'gu')
  const found = document.match(place)?.length ?? 0
  if (found !== 1) throw new Error(`${found} places for ${name}`)
  return document.replace(place, (_all, begin: string, end: string) => `${begin}\n${text}\n\n${end}`)
}
