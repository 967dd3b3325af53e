/** `Business` for `BUSINESS`: plans are called the same in every language. */
export function planName(code: string): string {
  const words = code.toLowerCase().split('_')
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
}
