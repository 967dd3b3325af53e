/** `Business` for `BUSINESS`: plans are called the same in every language. */
export function planName(code: string): string {
  return code
    .toLowerCase()
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}
