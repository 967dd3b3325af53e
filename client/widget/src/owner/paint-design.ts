import { readJson } from './read-json.ts'
import { contrastOf, mix } from './colour.ts'

/** Where the style sheet has the colours of a palette. */
const properties = {
  background: '--surface',
  text: '--ink',
  border: '--line',
  boxBackground: '--paper',
  boxBorder: '--box-line',
  accent: '--amber',
  success: '--human',
  failure: '--bot',
} as const

/** The widget's own colours, for what is worked out from a palette that has only some. */
const own = {
  light: { background: '#ffffff', text: '#17181a' },
  dark: { background: '#1a1c1f', text: '#f3f1ec' },
}

interface Paint {
  /** The box of the widget, with the mark inside. */
  readonly box: HTMLElement
  /** An object or JSON. */
  readonly design: unknown
  readonly dark: boolean
  readonly badge: boolean
}

/** Paints the widget as its owner wants it. Nothing but colours `#rrggbb` and numbers gets into its style, whatever the design says. */
export function paintDesign({ box, design, dark, badge }: Paint): void {
  const mark = box.querySelector<HTMLElement>('.mark')
  for (const element of [box, mark]) if (element) element.style.cssText = ''
  const { radius, boxRadius, borderWidth, light: lightPalette, dark: darkPalette } = Object(readJson(design))
  const palette: Partial<Record<keyof typeof properties, string>> = Object.fromEntries(
    Object.entries(Object(dark ? darkPalette : lightPalette)).filter(
      ([name, value]) => name in properties && /^#[\da-f]{6}$/iu.test(String(value)),
    ),
  )
  const set = (name: string, value: string) => box.style.setProperty(name, value)
  for (const [name, property] of Object.entries(properties)) {
    const value = palette[name as keyof typeof properties]
    if (value) set(property, value)
  }
  if (palette.background ?? palette.text) {
    const { background, text } = { ...own[dark ? 'dark' : 'light'], ...palette }
    // The faintest that can still be read.
    const faint = [0.4, 0.3, 0.2, 0.1]
      .map((share) => mix(text, background, share))
      .find((colour) => contrastOf(colour, background) >= 4.5)
    set('--ink-3', faint ?? text)
    set('--sunken', mix(background, text, 0.08))
  }
  for (const [name, property] of [
    ['success', '--on-human'],
    ['failure', '--on-bot'],
  ] as const) {
    const ground = palette[name]
    if (ground) set(property, contrastOf('#ffffff', ground) > contrastOf('#121315', ground) ? '#ffffff' : '#121315')
  }
  if (isWithin(radius, 24)) set('border-radius', `${radius}px`)
  if (isWithin(borderWidth, 4)) {
    set('border-width', `${borderWidth}px`)
    // What the border takes the room inside gives, so that the box stays as large as it is.
    const [block, end, start] = badge ? [5, 15, 9] : [10, 15, 7]
    set('padding-block', `${block - borderWidth}px`)
    set('padding-inline', `${start - borderWidth}px ${end - borderWidth}px`)
  }
  if (mark && isWithin(boxRadius, 12)) mark.style.setProperty('border-radius', `${boxRadius}px`)
}

function isWithin(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
}
