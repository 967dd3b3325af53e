const letterFor: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** In lower case, with the letters that digits and signs stand for: `P@ssw0rd` is `password`. As long as a `text` in lower case. */
export function readAsLetters(text: string): string {
  return text.toLowerCase().replace(/[013457@$!]/gu, (sign) => letterFor[sign] ?? sign)
}
