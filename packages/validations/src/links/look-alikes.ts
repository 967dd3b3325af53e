import unhomoglyph from 'unhomoglyph'

const lengthMax = 500

/**
 * The skeleton of UTS 39, 4: two texts that people take for each other have the same one (confusables of Unicode 13, by
 * unhomoglyph 1.0.6). It is for comparing only and is no text itself; only the first 500 characters count.
 */
export function skeletonOf(text: string): string {
  const decomposed = text
    .slice(0, lengthMax)
    .normalize('NFD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(decomposed).normalize('NFD')
}

/** Whether two texts that differ look the same, upper and lower case aside. */
export function looksLike(one: string, other: string): boolean {
  const [left, right] = [one.normalize('NFC').toLowerCase(), other.normalize('NFC').toLowerCase()]
  return left !== right && skeletonOf(left) === skeletonOf(right)
}
