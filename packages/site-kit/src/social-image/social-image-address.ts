import type { SiteName } from '../site/site.ts'

/** Pixels. */
export const socialImageSize = { width: 1200, height: 630 } as const

/** Raised when the drawing changes: whoever keeps a picture by its address then asks for the new one. */
const drawing = 1

/** Sites whose pages people pass on; the others are behind a sign-in. */
export const hasSocialImages = (site: SiteName): boolean => site === 'website' || site === 'docs'

/** What the picture of a page says: its title without the name of the site at the end, which the picture shows as a logo. */
export const socialTitle = (title: string): string => title.replace(/ · [^·]*\bBollard\b[^·]*$/u, '')

/** Where the picture of a page lies, `/social/{mark}/{language}/{path}.png`. The mark follows from what is drawn, so it may be kept for ever. */
export function socialImageAddress(pathname: string, title: string): string {
  return `/social/${markOf(title)}${pathname}.png`
}

/** The path of the page that an address of a picture is about; null for any other address. */
export function pageOfSocialImage(pathname: string): string | null {
  return /^\/social\/[a-z\d]{1,7}(\/[a-z]{2}(?:\/[\w.-]+)*)\.png$/u.exec(pathname)?.[1] ?? null
}

/** FNV-1a, 32 bits: it has to differ where titles do, and protects nothing. */
function markOf(title: string): string {
  let hash = 0x811c9dc5
  for (const character of `${drawing} ${title}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
