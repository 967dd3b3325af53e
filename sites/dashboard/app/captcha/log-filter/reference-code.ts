const digits = /^[\da-f]{12}(?:[\da-f]{20})?$/u

/**
 * A reference code or an id as somebody pasted it, in the form that the API takes: spaces, quotes and line breaks are gone, letters are
 * small, and hyphens are where they belong. Anything else comes back as it was, so that the page can show it.
 */
export function readReferenceCode(text: string): string {
  const bare = text.toLowerCase().replaceAll(/[^\da-z]/gu, '')
  if (!digits.test(bare)) return text.trim()
  const lengths = bare.length === 12 ? [8, 4] : [8, 4, 4, 4, 12]
  let at = 0
  return lengths.map((length) => bare.slice(at, (at += length))).join('-')
}
