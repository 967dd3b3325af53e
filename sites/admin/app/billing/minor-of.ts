/** An amount as somebody types it, with a point or a comma, in minor units of a currency with two digits; NaN for what is no amount. */
export function minorOf(typed: string): number {
  const text = typed.replaceAll(/[\s\u00a0]/gu, '').replace(',', '.')
  return /^\d{1,8}(?:\.\d{1,2})?$/u.test(text) ? Math.round(Number(text) * 100) : Number.NaN
}
