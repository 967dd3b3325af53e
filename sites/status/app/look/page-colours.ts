import type { PublicPage } from '@bollard/contracts'

const shape = /^#[0-9a-f]{6}$/u
const ours = { light: '#17181a', dark: '#f3f1ec' }

/**
 * The page's own colours as a style sheet, wherever it stands. Whatever is no colour of six digits is left out, so
 * nothing else can stand in it.
 */
export function colourStyle({ colors }: Pick<PublicPage, 'colors'>): string {
  const { light, dark } = { light: own(colors.light) ?? ours.light, dark: own(colors.dark) ?? ours.dark }
  return `html:root{--accent:light-dark(${light},${dark})}`
}

const own = (colour: string | null): string | null => (colour !== null && shape.test(colour) ? colour : null)
