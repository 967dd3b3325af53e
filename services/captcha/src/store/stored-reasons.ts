/** Evidence as stored: its stable code and its weight in log-odds. */
export type StoredReason = readonly [code: string, weight: number]

/**
 * Reasons as one text, "code weight code weight", strongest first. Codes hold no spaces, so nothing
 * needs escaping on its way into the database, and the first word is the main reason.
 */
export function writeReasons(reasons: readonly StoredReason[]): string {
  let text = ''
  for (const [code, weight] of reasons) text += `${text === '' ? '' : ' '}${code} ${weight}`
  return text
}

export function readReasons(text: string): StoredReason[] {
  const words = text === '' ? [] : text.split(' ')
  const reasons: StoredReason[] = []
  for (let index = 0; index < words.length; index += 2) reasons.push([words[index] ?? '', Number(words[index + 1])])
  return reasons
}
