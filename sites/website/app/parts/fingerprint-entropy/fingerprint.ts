import type { BrowserValue, BrowserValues } from '../pieces/browser-values.ts'

/** What stays the same from page to page, so that it can be recognised. */
export const fingerprintNames = [
  'userAgent',
  'languages',
  'timeZone',
  'screen',
  'cores',
  'memory',
  'touch',
  'graphics',
  'preferences',
] as const satisfies readonly BrowserValue[]

/** What is hashed: each value with its name, in a fixed order, and the drawing. A value that isn't told is one, too. */
export function fingerprintText(
  values: Pick<BrowserValues, (typeof fingerprintNames)[number]>,
  drawing: string,
): string {
  return [...fingerprintNames.map((name) => `${name}=${values[name] ?? ''}`), `drawing=${drawing}`].join('\n')
}

/** Of a crowd of visitors, those that a value still leaves when one in so many shares it: never less than the visitor. */
export function stillAlike(visitors: number, oneIn: number): number {
  return Math.max(1, visitors / oneIn)
}
