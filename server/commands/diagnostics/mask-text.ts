/** Whatever could name a person, a machine or a way in, in lines that programs wrote. What is left are words of a program. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/giu, '<address>'],
  [/[^\s"'<>@,;:()]+@[^\s"'<>@,;()]+/gu, '<e-mail>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?\b/gu, '<ip>'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:\/\d{1,3})?(?![\w:])/giu, '<ip>'],
  [/\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}\b/giu, '<name>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu, '<id>'],
  [/\b(?:bsk|bsec|whsec|bapi|byp)_[\w-]+/gu, '<key>'],
  // Tokens, hashes and keys: long, and not one word.
  [/(?<![\w-])(?=[\w+/=-]*\d)[\w+/=-]{16,}(?![\w-])/gu, '<token>'],
  [/'(?:[^']|'')*'|"[^"]*"/gu, '<text>'],
  [/\/(?:[\w.@-]+\/)+[\w.@-]*/gu, '<path>'],
]

export function maskText(text: string): string {
  return patterns.reduce((line, [pattern, word]) => line.replaceAll(pattern, word), text)
}
